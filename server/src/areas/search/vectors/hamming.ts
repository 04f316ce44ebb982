const pageBytes = 65_536
const lane = 16
/** Bits are counted in bytes, which hold up to 255: at most 31 lanes of 8 bits. */
const maxLanes = 31

/**
 * Counts the bits in which a query differs from each of many consecutive signatures of `bytes` bytes, a multiple of 16. The
 * query's lanes are kept in WebAssembly locals.
 */
export function createHammingScan(bytes: number) {
  const lanes = bytes / lane
  if (!Number.isInteger(lanes) || lanes < 1 || lanes > maxLanes) throw new Error(`signatures of ${bytes} bytes`)
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  const module = new WebAssembly.Module(Uint8Array.from(moduleOf(lanes)))
  const { scan } = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as {
    scan(query: number, signatures: number, end: number, distances: number): void
  }
  const layout = (capacity: number) => {
    const distances = Math.ceil(bytes / 64) * 64
    return { query: 0, distances, signatures: distances + Math.ceil((capacity * 2) / 64) * 64 }
  }
  return {
    /** The query, then the distances as 16-bit numbers, then the signatures. */
    memory,
    layout,
    /** Reserves room for signatures. Data keeps its offsets only while the capacity stays. */
    reserve(capacity: number): void {
      const needed = layout(capacity).signatures + capacity * bytes
      const pages = Math.ceil((needed - memory.buffer.byteLength) / pageBytes)
      if (pages > 0) memory.grow(pages)
    },
    run(capacity: number, count: number): void {
      const { query, distances, signatures } = layout(capacity)
      if (count > 0) scan(query, signatures, signatures + count * bytes, distances)
    },
  }
}

/** Names of the used instructions; codes from the WebAssembly 2.0 core specification, chapter 5.4. */
const i = {
  loop: [0x03, 0x40],
  end: [0x0b],
  branchIf: (depth: number) => [0x0d, depth],
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  constant: (value: number) => [0x41, ...signed(value)],
  add: [0x6a],
  isLess: [0x49],
  store16: [0x3b, 0x01, 0x00],
  load128: (offset: number) => [0xfd, 0x00, 0x04, ...unsigned(offset)],
  xor128: [0xfd, 0x51],
  countBits: [0xfd, 0x62],
  addBytes: [0xfd, 0x6e],
  addPairsOfBytes: [0xfd, 0x7d],
  addPairsOfShorts: [0xfd, 0x7f],
  extract: (index: number) => [0xfd, 0x1b, index],
}
const valueTypes = { i32: 0x7f, v128: 0x7b }

function moduleOf(lanes: number): number[] {
  const type = [0x60, ...vector(Array<number>(4).fill(valueTypes.i32)), ...vector([])]
  const memoryImport = [...text('env'), ...text('memory'), 0x02, 0x01, ...unsigned(1), ...unsigned(65_536)]
  const exported = [...text('scan'), 0x00, 0x00]
  const body = bodyOf(lanes)
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
  return [
    ...header,
    ...section(1, [1, ...type]),
    ...section(2, [1, ...memoryImport]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...exported]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]
}

function bodyOf(lanes: number): number[] {
  const [query, signature, end, distance] = [0, 1, 2, 3] as const
  const sum = 4
  const queryLane = (index: number) => 5 + index
  const counted = (index: number) => [
    ...i.get(signature),
    ...i.load128(index * lane),
    ...i.get(queryLane(index)),
    ...i.xor128,
    ...i.countBits,
    ...(index === 0 ? [] : i.addBytes),
  ]
  const indexes = Array.from({ length: lanes }, (_, index) => index)
  return [
    1,
    ...unsigned(1 + lanes),
    valueTypes.v128,
    ...indexes.flatMap((index) => [...i.get(query), ...i.load128(index * lane), ...i.set(queryLane(index))]),
    ...i.loop,
    ...i.get(distance),
    ...indexes.flatMap(counted),
    ...i.addPairsOfBytes,
    ...i.addPairsOfShorts,
    ...i.tee(sum),
    ...i.extract(0),
    ...[1, 2, 3].flatMap((index) => [...i.get(sum), ...i.extract(index), ...i.add]),
    ...i.store16,
    ...i.get(distance),
    ...i.constant(2),
    ...i.add,
    ...i.set(distance),
    ...i.get(signature),
    ...i.constant(lanes * lane),
    ...i.add,
    ...i.tee(signature),
    ...i.get(end),
    ...i.isLess,
    ...i.branchIf(0),
    ...i.end,
    ...i.end,
  ]
}

const section = (id: number, content: number[]) => [id, ...unsigned(content.length), ...content]
const vector = (items: number[]) => [...unsigned(items.length), ...items]
const text = (value: string) => vector([...new TextEncoder().encode(value)])

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}
