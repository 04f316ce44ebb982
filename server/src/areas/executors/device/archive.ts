const block = 512

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  const write = (text: string, at: number) => header.write(text, at, 'latin1')
  write(name, 0)
  write('0000600\0', 100)
  write('0000000\0', 108)
  write('0000000\0', 116)
  write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  write('00000000000\0', 136)
  write(' '.repeat(8), 148)
  write('0', 156)
  write('ustar\u{0}00', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export function archiveOf(files: readonly { name: string; content: Buffer }[]): Buffer {
  const parts = files.flatMap(({ name, content }) => {
    const padding = Buffer.alloc((block - (content.length % block)) % block)
    return [headerOf(name, content.length), content, padding]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}
