import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NetworkNamespace } from '../../devices/testing/networks.ts'
import { sshDaemonProblem, startSshDaemon } from '../../devices/testing/ssh-daemon.ts'

const cache = fileURLToPath(new URL('../../../../../node_modules/.cache/board-python', import.meta.url))
const packages = ['onnxruntime', 'numpy']

const runs = (program: string, ...argv: string[]) => spawnSync(program, argv, { stdio: 'ignore' }).status === 0
const imports = (python: string) => runs(python, '-c', `import ${packages.join(', ')}`)

function findPython(): string | null {
  const own = process.env['VERMILION_PYTHON']
  if (own !== undefined && imports(own)) return dirname(own)
  const made = join(cache, 'bin', 'python3')
  if (imports(made)) return dirname(made)
  const failed = `${cache}.failed`
  if (existsSync(failed)) return null
  mkdirSync(dirname(cache), { recursive: true })
  const install = ['-m', 'pip', 'install', '--quiet', '--timeout', '5', '--retries', '0', ...packages]
  if (runs('python3', '-m', 'venv', cache) && runs(made, ...install) && imports(made)) return dirname(made)
  rmSync(cache, { recursive: true, force: true })
  writeFileSync(failed, '')
  return null
}

const python = sshDaemonProblem() === undefined ? findPython() : null

export const boardProblem = ((): string | undefined => {
  const problem = sshDaemonProblem()
  if (problem !== undefined) return problem
  if (python !== null) return undefined
  const reason = `no Python here has ${packages.join(' and ')}: python3 -m venv ${cache} && ${cache}/bin/pip install ${packages.join(' ')}`
  if ((process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('board')) throw new Error(reason)
  return reason
})()
export const skippedBoard = boardProblem === undefined ? '' : `, skipped: ${boardProblem}`

export type Board = Awaited<ReturnType<typeof startBoard>>

const applets = ['sh', 'cat', 'cksum', 'cp', 'cut', 'env', 'find', 'head', 'ln', 'mkdir', 'mv', 'rm', 'rmdir', 'setsid']
const moreApplets = ['sha256sum', 'sleep', 'tail', 'tar', 'touch', 'tr', 'wc', 'printf', 'apk']

interface BoardOptions {
  readonly bare?: boolean
  readonly modules?: boolean
  readonly homeSize?: number
  readonly machine?: NetworkNamespace
}

export async function startBoard({ bare = false, modules = true, homeSize, machine }: BoardOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), 'vermilion-board-'))
  if (homeSize !== undefined && !runs('mount', '-t', 'tmpfs', '-o', `size=${homeSize}m`, 'tmpfs', home))
    throw new Error('nothing may be mounted here')
  const tools = join(home, 'tools')
  mkdirSync(tools)
  if (bare) for (const applet of [...applets, ...moreApplets]) symlinkSync('/usr/bin/busybox', join(tools, applet))
  const flags = modules ? '' : ' -S'
  if (!bare)
    writeFileSync(join(tools, 'python3'), `#!/bin/sh\nexec '${python}/python3'${flags} "$@"\n`, { mode: 0o755 })
  const path = bare ? tools : `${tools}:/usr/bin:/bin`
  const settings = [`SetEnv HOME=${home} PATH=${path}`]
  const daemon = await startSshDaemon({ settings, ...(machine !== undefined && { machine }) })
  return {
    ...daemon,
    home,
    processes(): string[] {
      const { stdout } = spawnSync('pgrep', ['-af', 'infer.py --runtime'], { encoding: 'utf8' })
      const own = (pid: string) =>
        spawnSync('readlink', [`/proc/${pid}/cwd`], { encoding: 'utf8' }).stdout.startsWith(home)
      return stdout.split('\n').filter((line) => line !== '' && own(line.split(' ')[0] ?? ''))
    },
    async stop(): Promise<void> {
      await daemon.stop()
      if (homeSize !== undefined) runs('umount', '-l', home)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
