declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  type Module = object
  const Memory: new (descriptor: { initial: number; maximum: number }) => Memory
  const Module: new (bytes: Uint8Array) => Module
  const Instance: new (module: Module, imports: Record<string, Record<string, unknown>>) => Instance
}
