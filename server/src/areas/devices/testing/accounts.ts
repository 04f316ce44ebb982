import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

function succeed(command: string, args: readonly string[], input = ''): boolean {
  return spawnSync(command, args, { input }).status === 0
}

interface AccountOptions {
  readonly shell?: string
  readonly home?: string
}

export function makeAccount(
  name: string,
  password: string,
  { shell = '/bin/sh', home }: AccountOptions = {},
): { name: string; remove(): void } | undefined {
  const remove = () => void succeed('userdel', [name])
  remove()
  const homeOption = home === undefined ? [] : ['--home-dir', home]
  if (!succeed('useradd', ['--no-create-home', ...homeOption, '--shell', shell, name])) return undefined
  if (home !== undefined) succeed('chown', ['-R', name, home])
  if (!succeed('chpasswd', [], `${name}:${password}`)) {
    remove()
    return undefined
  }
  return { name, remove }
}

/** Only busybox and the kernel's file systems, like the smallest boards; undefined where busybox or mounting is unavailable. */
export function makeBusyboxRoot(): { path: string; remove(): void } | undefined {
  const program = spawnSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).stdout.trim()
  if (program === '') return undefined
  // sshd requires that only root can write to a chroot and its parents.
  const path = mkdtempSync('/run/vermilion-busybox-')
  spawnSync('chmod', ['755', path])
  for (const folder of ['bin', 'proc', 'sys', 'dev', 'etc', 'root']) mkdirSync(join(path, folder))
  cpSync(program, join(path, 'bin/busybox'))
  const applets = spawnSync(program, ['--list'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  for (const applet of applets) if (applet !== 'busybox') symlinkSync('busybox', join(path, 'bin', applet))
  const mounted: string[] = []
  const remove = () => {
    for (const folder of mounted) spawnSync('umount', ['-l', folder])
    rmSync(path, { recursive: true, force: true })
  }
  for (const [args, folder] of [
    [['-t', 'proc', 'proc'], 'proc'],
    [['-t', 'sysfs', 'sysfs'], 'sys'],
    [['--bind', '/dev'], 'dev'],
  ] as const) {
    const target = join(path, folder)
    if (!succeed('mount', [...args, target])) {
      remove()
      return undefined
    }
    mounted.push(target)
  }
  return { path, remove }
}
