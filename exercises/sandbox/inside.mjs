// The inside of the sandbox: starts the page's interpreter under Deno, gives up every permission, and then answers requests.
// `deno run ... inside.mjs PYODIDE SNAPSHOT BOOK MOST` takes the interpreter's folder, its memory snapshot, the book's files as
// an archive, and the most bytes that its memory may have. The interpreter is refused more than MOST before the process itself
// reaches its limit, which would end it.
// It writes the line "ready". Then each line of standard input is {"code": text}, which begins a new answer, or a call. Each is
// answered with two lines: the reply of `exercises.checker.namespace`, and the text printed so far.
const [folder, snapshot, book, most] = Deno.args;
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > Number(most)) throw new RangeError("no more memory");
  return grow.call(this, pages);
};
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const { default: create } = await import(`file://${folder}/pyodide.asm.mjs`);
const memory = Deno.readFileSync(snapshot);
const createPyodideModule = async (settings) => {
  const module = await create(settings);
  while (module.HEAP8.length < memory.length) if (!module._malloc(1 << 20)) throw new Error("no memory");
  return module;
};
const silent = () => undefined;
const python = await loadPyodide({
  indexURL: folder,
  _loadSnapshot: Promise.resolve(memory),
  createPyodideModule,
  stdout: silent,
  stderr: silent,
});
python.FS.writeFile("/lib/book.zip", Deno.readFileSync(book)); // unpacking it would take as long as everything else
const answered = python.runPython(`
import importlib, json, sys
sys.path.append("/lib/book.zip")
importlib.invalidate_caches()
from exercises.checker.namespace import Namespace
def answered(line, namespace=[None]):
    request = json.loads(line)
    if "code" in request:
        namespace[0] = Namespace()
        reply = namespace[0].load(request["code"])
    else:
        reply = namespace[0].call(line)
    return f"{reply}\\n{json.dumps(namespace[0].output.text)}\\n"
answered`);
for (const name of ["read", "write", "net", "env", "run", "sys", "ffi", "import"]) Deno.permissions.revokeSync({ name });
for (const name of Object.keys(console)) if (typeof console[name] === "function") console[name] = silent;

const encoder = new TextEncoder();
function say(text) {
  let left = encoder.encode(text);
  while (left.length) left = left.subarray(Deno.stdout.writeSync(left));
}
say('"ready"\n');
const decoder = new TextDecoder();
const part = new Uint8Array(1 << 16);
let waiting = "";
for (let count; (count = Deno.stdin.readSync(part)) !== null; ) {
  waiting += decoder.decode(part.subarray(0, count), { stream: true });
  for (let end; (end = waiting.indexOf("\n")) >= 0; waiting = waiting.slice(end + 1)) say(answered(waiting.slice(0, end)));
}
