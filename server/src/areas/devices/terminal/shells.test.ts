import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShell, pathOf } from '#platform/terminals/testing/shells'

let home = ''
let holder = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vermilion-shells-'))
  const source = await readFile(new URL('holder.py', import.meta.url), 'utf8')
  holder = `${source.replace(/main\(\)\n$/, '')}
shell = sys.argv[1]
os.execv(shell, ["-" + os.path.basename(shell)] + mark_commands(shell))`
  for (const name of ['.profile', '.bash_profile', '.zshrc']) await writeFile(join(home, name), `PS1='mine> '\n`)
  await mkdir(join(home, '.config', 'fish'), { recursive: true })
  await writeFile(join(home, '.config', 'fish', 'config.fish'), `function fish_prompt; echo -n 'mine> '; end\n`)
})
afterAll(() => rm(home, { recursive: true, force: true }))

const programs = { bash: 'bash', dash: 'dash', ash: 'busybox', zsh: 'zsh', fish: 'fish' } as const

test.for(Object.entries(programs))(
  'R1.07 R1.09 %s as a login shell on a device tells the exit status of each command, with the prompt of its account',
  async ([name, program], { skip }) => {
    const [path, python] = [pathOf(program), pathOf('python3')]
    if (path === undefined || python === undefined) {
      return skip(`${path === undefined ? program : 'python3'} is not installed here`)
    }
    const login = join(home, name)
    await symlink(path, login)
    const environment = { HOME: home, ENV: '', XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: home }
    const shell = openShell({ argv: [python, '-c', holder, login], environment, folder: home })
    try {
      await shell.shows(/mine> /)
      for (const [command, status] of [
        ['false', 1],
        ['true', 0],
        [`sh -c 'exit 42'`, 42],
      ]) {
        shell.type(String(command))
        await shell.shows(new RegExp(`133;D;${status}\\u0007[^]*mine> `))
      }
      expect(shell.text()).not.toMatch(/D;\$\?|\\\[|\\\]/)
    } finally {
      shell.end()
    }
    const own = join(tmpdir(), `vermilion-${userInfo().uid}`)
    if (existsSync(own)) expect(readdirSync(own).filter((left) => left.startsWith('zsh-'))).toEqual([])
  },
)
