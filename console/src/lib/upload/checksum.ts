import { loadLate } from '../loading/load-late.ts'

/** The hexadecimal SHA-256 of bytes in memory. Browsers provide it over HTTPS only. */
export async function checksumOf(content: ArrayBuffer): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle !== undefined) return hexadecimal(new Uint8Array(await subtle.digest('SHA-256', content)))
  const sha256 = await loadLate(async () => (await import('hash-wasm')).sha256)
  return sha256(new Uint8Array(content))
}

export async function checksumOfFile(file: Blob, signal: { readonly aborted: boolean }): Promise<string> {
  const createSHA256 = await loadLate(async () => (await import('hash-wasm')).createSHA256)
  const hash = await createSHA256()
  const chunkSize = 4 * 1024 * 1024
  for (let at = 0; at < file.size && !signal.aborted; at += chunkSize) {
    hash.update(new Uint8Array(await file.slice(at, at + chunkSize).arrayBuffer()))
  }
  return hash.digest('hex')
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
