const commands: Readonly<Record<string, string>> = {
  'apt-get': 'apt-get install {program}',
  apk: 'apk add {program}',
  opkg: 'opkg install {program}',
  dnf: 'dnf install {program}',
  pacman: 'pacman -S {program}',
}

/** Install command for the device's package manager; a hint when it has no known one. */
export function installCommand(program: string, tool: string): string {
  const command = Object.hasOwn(commands, tool) ? commands[tool] : undefined
  const name = tool === 'pacman' && program === 'python3' ? 'python' : program
  return (command ?? 'put {program} 3.8 or later into its image or its PATH').replace('{program}', name)
}
