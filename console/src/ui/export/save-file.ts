export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export function fileNameOf(...text: readonly string[]): string {
  return text
    .join(' ')
    .trim()
    .replaceAll(/[\s/\\:*?"<>|.]+/g, '-')
}
