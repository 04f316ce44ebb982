/** Formats of model files that are kept and downloaded, and run elsewhere. */
export const storedFormats = ['pt', 'engine', 'rknn', 'tflite', 'safetensors', 'gguf'] as const
export type StoredFormat = (typeof storedFormats)[number]

/** The format that the end of a file's name tells. */
export function storedFormatOf(name: string): StoredFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return storedFormats.find((format) => format === extension)
}
