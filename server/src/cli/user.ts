import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { account, password as passwordSchema, passwordLength } from '@vermilion/contract/accounts'
import { type Accounts, createAccounts } from '#areas/accounts'
import type { Database } from '#platform/database/database'
import { createLog } from '#platform/log'
import { createPlatform } from '#platform/platform'
import { migrations } from '../../migrations/index.ts'
import { askPassword } from './ask-password.ts'
import { type Command, existingData, UsageError } from './command.ts'

const verbs = ['list', 'add', 'reset', 'disable', 'enable'] as const

type Source = 'made-up' | 'standard-input' | 'terminal'

export const user: Command = {
  usage: [
    ['user list', 'names every account'],
    ['user add NAME', 'adds an account and prints its password, which is made up'],
    ['user reset NAME', 'gives an account a new password, ends its sessions and revokes its access tokens'],
    ['user disable NAME', 'lets nobody use an account any more, and ends its sessions and access tokens'],
    ['user enable NAME', 'lets an account be used again, with its password of before'],
    ['user … --password-stdin', 'takes the password from the standard input, for scripts'],
    ['user … --password-prompt', 'asks for the password without showing it'],
  ],
  async run(parameters, config) {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: {
        'password-stdin': { type: 'boolean', default: false },
        'password-prompt': { type: 'boolean', default: false },
      },
    })
    const [verb, name, ...more] = positionals
    if (!isVerb(verb)) throw new UsageError('Say what to do with accounts.')
    if (more.length > 0) throw new UsageError(`One account at a time: ${more.join(' ')} is too much.`)
    if (verb !== 'list' && name === undefined) throw new UsageError('Say which account.')
    const source = sourceOf(values['password-stdin'], values['password-prompt'])
    existingData(config)
    const platform = await createPlatform({ config, log: createLog('error'), migrations, forward: false })
    try {
      const accounts = createAccounts(platform)
      if (verb === 'list') return await list(accounts)
      if (verb === 'disable' || verb === 'enable')
        return await setUsable(accounts, platform.database, verb, nameOf(name))
      return await setPassword(accounts, verb, nameOf(name), source)
    } finally {
      await platform.database.close()
    }
  },
}

function isVerb(verb: string | undefined): verb is (typeof verbs)[number] {
  return (verbs as readonly (string | undefined)[]).includes(verb)
}

async function setUsable(
  { people, list }: Accounts,
  database: Database,
  verb: 'disable' | 'enable',
  name: string,
): Promise<number> {
  const account = (await list()).find(({ username }) => username.toLowerCase() === name.trim().toLowerCase())
  if (account === undefined) {
    console.error(`There is no account ${name}`)
    return 1
  }
  await database.transaction(() => (verb === 'enable' ? people.enable(account.id) : people.disable(account.id, null)))
  console.log(verb === 'enable' ? `${account.username} may be used again` : `${account.username} is disabled`)
  return 0
}

function sourceOf(stdin: boolean, prompt: boolean): Source {
  if (stdin && prompt) throw new UsageError('Take the password from one place: --password-stdin or --password-prompt.')
  if (prompt && !process.stdin.isTTY) throw new UsageError('There is no terminal to ask at: use --password-stdin.')
  return stdin ? 'standard-input' : prompt ? 'terminal' : 'made-up'
}

function nameOf(input: string | undefined): string {
  const parsed = account.shape.username.safeParse(input)
  if (!parsed.success) throw new Error('The name of an account has 1 to 50 characters')
  return parsed.data
}

async function list(accounts: Accounts): Promise<number> {
  for (const { username, createdAt } of await accounts.list()) console.log(`${username}\t${createdAt}`)
  return 0
}

async function setPassword(accounts: Accounts, verb: 'add' | 'reset', name: string, source: Source): Promise<number> {
  const password = await passwordFrom(source, name)
  const done =
    verb === 'add' ? (await accounts.add(name, password)) !== undefined : await accounts.reset(name, password)
  if (!done) {
    console.error(verb === 'add' ? `There is an account ${name} already` : `There is no account ${name}`)
    return 1
  }
  console.log(source === 'made-up' ? `The password of ${name} is ${password}` : `The password of ${name} is set`)
  if (verb === 'reset') console.log('Its sessions have ended, and its access tokens are revoked.')
  return 0
}

async function passwordFrom(source: Source, name: string): Promise<string> {
  if (source === 'made-up') return randomBytes(12).toString('base64url')
  const input =
    source === 'terminal'
      ? await askPassword({ input: process.stdin, output: process.stderr }, name)
      : (await text(process.stdin)).replace(/\r?\n$/, '')
  const parsed = passwordSchema.safeParse(input)
  if (!parsed.success) throw new Error(`A password has ${passwordLength.least} to ${passwordLength.most} characters`)
  return parsed.data
}
