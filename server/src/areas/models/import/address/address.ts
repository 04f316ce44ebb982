const maxNameLength = 120

export function fileNameOf(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? ''
  const plain = decoded(part.replaceAll(/%(?![\da-f]{2})/gi, '')).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const name = plain.replace(/^[.-]+/, '').slice(-maxNameLength)
  return name === '' ? 'model.onnx' : name
}

/** Invalid UTF-8 stays percent-encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
