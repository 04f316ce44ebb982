/** Undefined when unreadable. Format: https://www.color.org/specification/ICC.1-2022-05.pdf, 7.3 and 10.15 */
export function profileName(profile: Buffer): string | undefined {
  try {
    const tags = Math.min(profile.readUInt32BE(128), 100)
    for (let tag = 0; tag < tags; tag++) {
      const at = 132 + tag * 12
      if (profile.toString('latin1', at, at + 4) !== 'desc') continue
      const start = profile.readUInt32BE(at + 4)
      return description(profile.subarray(start, start + profile.readUInt32BE(at + 8)))
    }
  } catch {
    // A truncated profile has no name.
  }
  return undefined
}

function description(tag: Buffer): string | undefined {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'desc') return tag.toString('latin1', 12, 12 + Math.min(200, tag.readUInt32BE(8))).replace(/\0.*$/s, '')
  if (type !== 'mluc') return undefined
  const length = Math.min(400, tag.readUInt32BE(20))
  const start = tag.readUInt32BE(24)
  return new TextDecoder('utf-16be').decode(tag.subarray(start, start + length))
}
