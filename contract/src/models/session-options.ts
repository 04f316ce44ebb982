/**
 * Options of onnxruntime sessions. Spinning threads would waste the cores of a shared machine, so spinning is off. So are the
 * patterns of memory, and unless asked for its arena: inference holds a quarter more memory with it without saving time, while
 * each step of a training asks for so much that returning it to the system between steps costs a tenth. Sums of 8-bit products
 * overflow 16 bits on x64 processors without VNNI unless `x64quantprecision` is set; others ignore it.
 */
export const sessionOptions = (threads: number, enableCpuMemArena = false) =>
  ({
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena,
    enableMemPattern: false,
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' }, x64quantprecision: '1' } },
  }) as const
