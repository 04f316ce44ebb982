import type { Text } from '../kernel/text.ts'

const ofRuntime =
  /onnxruntime|\bORT\b|protobuf|status code|error code|bad_alloc|\.(?:cc|cpp|h):\d+|[A-Z]+_[A-Z_]+\s*:|Specified .* provider/
const maxTextLength = 500

const problems: readonly (readonly [RegExp, Text])[] = [
  [/bad_alloc|alloc|out of memory/i, { en: 'it needs more memory than there is', zh: '所需内存超出可用内存' }],
  [
    /opset|not implemented|NOT_IMPLEMENTED|No Op registered|not a registered|Unsupported model IR/i,
    { en: 'it uses an operation that is not supported here', zh: '模型使用了此处不支持的算子' },
  ],
  [
    /invalid dimensions|shape|dimension|rank|index: \d|broadcast/i,
    { en: 'the shapes of its layers or of its input do not fit together', zh: '模型的输入或各层形状不匹配' },
  ],
  [
    /unexpected input data type|data type|tensor type/i,
    { en: 'it wants another type of numbers than it is given', zh: '模型要求的数值类型与输入不符' },
  ],
  [
    /protobuf|parse|INVALID_GRAPH|graph|Load model|external data|deserialize/i,
    { en: 'its file is damaged, or its graph is not valid', zh: '模型文件已损坏，或计算图无效' },
  ],
]
const other: Text = { en: 'the runtime could not run it', zh: '运行时无法运行该模型' }

/** Reason a model could not run, in user terms: the runtime's messages are for developers and change with its version. */
export function runProblemOf(error: unknown): Text {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, maxTextLength)
  const isRuntimes = ofRuntime.test(message) || (error instanceof Error && /onnxruntime/.test(error.stack ?? ''))
  if (!isRuntimes) return { en: message, zh: message }
  return problems.find(([pattern]) => pattern.test(message))?.[1] ?? other
}
