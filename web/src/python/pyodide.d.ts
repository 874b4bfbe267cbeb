/** The interpreter's loader and its own script; only the latter is a file of its own in live/pyodide/. */
declare module "*/pyodide.mjs" {
  export interface PyodideInterface {
    runPython(code: string): unknown;
    unpackArchive(buffer: ArrayBuffer, format: string): void;
    setStdout(to: { batched?: (line: string) => void }): void;
    setStderr(to: { batched?: (line: string) => void }): void;
    pyimport(name: string): Record<string, (...args: unknown[]) => unknown>;
  }
  interface Module {
    HEAP8: Int8Array;
    _malloc(size: number): number;
  }
  export type Create = (settings: object) => Promise<Module>;
  export function loadPyodide(options: Record<string, unknown>): Promise<PyodideInterface>;
}
declare module "*/pyodide.asm.mjs" {
  const create: (settings: object) => Promise<{ HEAP8: Int8Array; _malloc(size: number): number }>;
  export default create;
}
