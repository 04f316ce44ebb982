const longestName = 120

/** The last part of an address as the name of a file: letters, digits, dots and hyphens alone. */
export function fileNameOf(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? ''
  const plain = decoded(part.replaceAll(/%(?![\da-f]{2})/gi, '')).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const name = plain.replace(/^[.-]+/, '').slice(-longestName)
  return name === '' ? 'model.onnx' : name
}

/** What is no UTF-8 stays as it was sent. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** An address without what may be secret of it: the query of a signed one, a token, who signs in. */
export function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
