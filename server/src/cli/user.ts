import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { account, password as passwordSchema } from '@vermilion/contract/accounts'
import { createAccounts } from '#areas/accounts'
import type { Accounts } from '#areas/accounts'
import { createLog } from '#platform/log'
import { createPlatform } from '#platform/platform'
import { migrations } from '../../migrations/index.ts'
import type { Command } from './command.ts'
import { existingData, UsageError } from './command.ts'

export const user: Command = {
  usage: [
    ['user list', 'names every account'],
    ['user add NAME', 'adds an account and prints its password, or reads it with --password-stdin'],
    ['user reset NAME', 'gives an account a new password and ends its sessions'],
  ],
  async run(parameters, config) {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { 'password-stdin': { type: 'boolean', default: false } },
    })
    const [verb, name] = positionals
    existingData(config)
    const platform = await createPlatform({ config, log: createLog('error'), migrations, forward: false })
    const accounts = createAccounts(platform)
    try {
      if (verb === 'list') return await list(accounts)
      if (name === undefined || (verb !== 'add' && verb !== 'reset')) throw new UsageError('Say which account.')
      return await setPassword(accounts, verb, account.shape.username.parse(name), values['password-stdin'])
    } finally {
      await platform.database.close()
    }
  },
}

async function list(accounts: Accounts): Promise<number> {
  for (const { username, createdAt } of await accounts.list()) console.log(`${username}\t${createdAt}`)
  return 0
}

async function setPassword(accounts: Accounts, verb: 'add' | 'reset', name: string, given: boolean): Promise<number> {
  const password = given ? await readPassword() : randomBytes(12).toString('base64url')
  const done =
    verb === 'add' ? (await accounts.add(name, password)) !== undefined : await accounts.reset(name, password)
  if (!done) {
    console.error(verb === 'add' ? `There is an account ${name} already` : `There is no account ${name}`)
    return 1
  }
  console.log(given ? `The password of ${name} is set` : `The password of ${name} is ${password}`)
  return 0
}

async function readPassword(): Promise<string> {
  const parsed = passwordSchema.safeParse((await text(process.stdin)).replace(/\r?\n$/, ''))
  if (!parsed.success) throw new Error('A password has 8 to 200 characters')
  return parsed.data
}
