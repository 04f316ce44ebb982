/**
 * How onnxruntime runs networks here. Threads that spin while they wait would burn the cores of a shared machine: spinning is
 * off. So are the arena and its plans: they hold a quarter more memory and save no time here. Sums of 8-bit products overflow
 * their 16 bits on x64 processors without VNNI unless they are asked to be exact (`x64quantprecision`); others take no notice.
 */
export const sessionOptions = (threads: number) =>
  ({
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' }, x64quantprecision: '1' } },
  }) as const
