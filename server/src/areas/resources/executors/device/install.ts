const commands: Readonly<Record<string, string>> = {
  'apt-get': 'apt-get install {program}',
  apk: 'apk add {program}',
  opkg: 'opkg install {program}',
  dnf: 'dnf install {program}',
  pacman: 'pacman -S {program}',
}

/** How a program is installed by what a device installs with; by hand where it has nothing that is known. */
export function installCommand(program: string, tool: string): string {
  const command = Object.hasOwn(commands, tool) ? commands[tool] : undefined
  const name = tool === 'pacman' && program === 'python3' ? 'python' : program
  return (command ?? 'put {program} 3.8 or later into its image or its PATH').replace('{program}', name)
}
