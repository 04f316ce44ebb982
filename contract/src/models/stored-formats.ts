/** Formats of models that are stored and run elsewhere; `mlflow` is a zip of a model folder. */
export const storedFormats = ['pt', 'engine', 'rknn', 'tflite', 'safetensors', 'gguf', 'mlflow'] as const
export type StoredFormat = (typeof storedFormats)[number]

/** Base names that trainers give their final weights, by priority. */
export const usualModelNames: readonly string[] = ['best', 'model', 'final', 'last']

export const isModelFile = (name: string): boolean => /\.onnx$/i.test(name) || storedFormatOf(name) !== undefined

export const storableFormats = [...storedFormats, 'onnx'] as const
export type StorableFormat = (typeof storableFormats)[number]

export function storedFormatOf(name: string): StoredFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return storedFormats.find((format) => format === extension)
}
