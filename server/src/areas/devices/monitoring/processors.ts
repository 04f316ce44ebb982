/** ARM core names by implementer and part in /proc/cpuinfo (Main ID Register). */
const parts: Readonly<Record<string, string>> = {
  '0x41:0xc05': 'Cortex-A5',
  '0x41:0xc07': 'Cortex-A7',
  '0x41:0xc08': 'Cortex-A8',
  '0x41:0xc09': 'Cortex-A9',
  '0x41:0xc0f': 'Cortex-A15',
  '0x41:0xd03': 'Cortex-A53',
  '0x41:0xd04': 'Cortex-A35',
  '0x41:0xd05': 'Cortex-A55',
  '0x41:0xd07': 'Cortex-A57',
  '0x41:0xd08': 'Cortex-A72',
  '0x41:0xd09': 'Cortex-A73',
  '0x41:0xd0a': 'Cortex-A75',
  '0x41:0xd0b': 'Cortex-A76',
  '0x41:0xd0c': 'Neoverse-N1',
  '0x41:0xd0d': 'Cortex-A77',
  '0x41:0xd40': 'Neoverse-V1',
  '0x41:0xd41': 'Cortex-A78',
  '0x41:0xd42': 'Cortex-A78AE',
  '0x41:0xd49': 'Neoverse-N2',
  '0x41:0xd4b': 'Cortex-A78C',
  '0x41:0xd4f': 'Neoverse-V2',
  '0x4e:0x003': 'Denver 2',
  '0x4e:0x004': 'Carmel',
}

/** `4 × Cortex-A76, 4 × Cortex-A55`, from a line `IMPLEMENTER PART` per core; '' when unknown. */
export function coreNames(cores: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const core of cores) {
    const [implementer = '', part = ''] = core.split(' ')
    const name = parts[`${implementer}:${part}`]
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .toReversed()
    .map(([name, count]) => (counts.size === 1 ? name : `${count} × ${name}`))
    .join(', ')
}
