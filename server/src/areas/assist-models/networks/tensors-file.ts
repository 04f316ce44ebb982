export interface Tensors<About extends object> {
  readonly about: About
  readonly tensors: Readonly<Record<string, { readonly values: Float32Array; readonly dims: readonly number[] }>>
}

interface Head<About> {
  about: About
  tensors: { name: string; dims: number[] }[]
}

const sizeOf = (dims: readonly number[]) => dims.reduce((product, extent) => product * extent, 1)

/** Layout: 4 bytes with the length of the head, the head as JSON padded to a multiple of 4, then the floats. */
export function encodeTensors<About extends object>({ about, tensors }: Tensors<About>): Uint8Array {
  const entries = Object.entries(tensors)
  const head = { about, tensors: entries.map(([name, { dims }]) => ({ name, dims })) }
  const text = JSON.stringify(head)
  const padded = new TextEncoder().encode(text.padEnd(text.length + ((4 - (Buffer.byteLength(text) % 4)) % 4)))
  const floats = entries.map(([, { values }]) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  const length = new Uint8Array(Uint32Array.of(padded.length).buffer)
  return Buffer.concat([length, padded, ...floats])
}

/** Throws for invalid or truncated bytes. */
export function decodeTensors<About extends object>(bytes: Uint8Array): Tensors<About> {
  // A Float32Array view requires an aligned offset.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  const view = new DataView(aligned.buffer, aligned.byteOffset, aligned.byteLength)
  const headLength = view.getUint32(0, true)
  const { about, tensors } = JSON.parse(
    Buffer.from(aligned.subarray(4, 4 + headLength)).toString('utf8'),
  ) as Head<About>
  let at = 4 + headLength
  const read = tensors.map(({ name, dims }) => {
    const values = new Float32Array(aligned.buffer, aligned.byteOffset + at, sizeOf(dims))
    at += values.byteLength
    if (at > aligned.byteLength) throw new RangeError(`the tensor ${name} is cut off`)
    return [name, { values, dims }] as const
  })
  if (at !== aligned.byteLength) throw new RangeError('there is more than the tensors')
  return { about, tensors: Object.fromEntries(read) }
}
