/** Lets the browser save something made here as a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken hold of it once the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A name that every file system takes. */
export function fileNameOf(...words: readonly string[]): string {
  return words
    .join(' ')
    .trim()
    .replaceAll(/[\s/\\:*?"<>|.]+/g, '-')
}
