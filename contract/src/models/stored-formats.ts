/** Formats of model files that are kept and downloaded, and run elsewhere; of MLflow, a zip of a model's folder. */
export const storedFormats = ['pt', 'engine', 'rknn', 'tflite', 'safetensors', 'gguf', 'mlflow'] as const
export type StoredFormat = (typeof storedFormats)[number]

/** Base names that trainers give their final weights, by priority. */
export const usualModelNames: readonly string[] = ['best', 'model', 'final', 'last']

/** True for file names of importable models. */
export const isModelFile = (name: string): boolean => /\.onnx$/i.test(name) || storedFormatOf(name) !== undefined

/** The same, and ONNX files that a training left and that cannot be run here. */
export const keptFormats = [...storedFormats, 'onnx'] as const
export type KeptFormat = (typeof keptFormats)[number]

/** The format that the end of a file's name tells. */
export function storedFormatOf(name: string): StoredFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return storedFormats.find((format) => format === extension)
}
