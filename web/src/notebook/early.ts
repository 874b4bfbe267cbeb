/** JupyterLite makes its kernel's worker once all else is there. This makes the worker first, so that the interpreter starts
 * meanwhile, and hands it over. It stands at the head of a notebook's page. */
const KERNEL = /\/comlink\.worker\.\w+\.js$/;

// Where the page is isolated, JupyterLite takes another worker.
if (!crossOriginIsolated) {
  let early: Worker | undefined = new Worker(new URL("../kernel/worker.js", location.href), { type: "module" });
  window.Worker = new Proxy(Worker, {
    construct(Own, [address, options]: [string | URL, WorkerOptions?]) {
      if (!early || !KERNEL.test(String(address))) return new Own(address, options);
      const first = early;
      early = undefined;
      return first;
    },
  });
}
