/** The interpreter's files lie beside worker.js in live/pyodide/; esbuild leaves the import as it is. */
declare module "*/pyodide.mjs" {
  export interface PyodideInterface {
    runPython(code: string): unknown;
    unpackArchive(buffer: ArrayBuffer, format: string): void;
    pyimport(name: string): Record<string, (...args: unknown[]) => unknown>;
  }
  export function loadPyodide(options: Record<string, unknown>): Promise<PyodideInterface>;
}
declare module "*/pyodide.asm.mjs" {
  interface Module {
    HEAP8: Int8Array;
    _malloc(size: number): number;
  }
  export type Create = (settings: object) => Promise<Module>;
  const create: Create;
  export default create;
}
