import { randomUUID } from 'node:crypto'

/** A `multipart/form-data` body (RFC 7578). The boundary is random, so values cannot end a part; names contain no quotes. */
export function formOf(
  fields: Readonly<Record<string, string | number>>,
  { name, content }: { name: string; content: Uint8Array },
): { headers: Record<string, string>; body: Buffer } {
  const boundary = `vermilion-${randomUUID()}`
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + file), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}
