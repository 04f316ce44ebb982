import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type DataPaths, FolderInUse, lockDataFolder } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { requireCurrent } from '#platform/database/migrate'
import { requireAlone } from '#platform/database/moving/tables'
import { openPostgres } from '#platform/database/postgres/engine'
import { openSqlite } from '#platform/database/sqlite'
import { openEngine } from '#platform/platform'
import { migrations } from '../../migrations/index.ts'
import type { Config } from '../config.ts'
import { type PostgresAddress, readDatabase } from '../config/database-address.ts'
import { readVariableFiles } from '../config/variable-files.ts'
import { type Command, existingData, UsageError, type Variables } from './command.ts'
import { removeDraft, removeWhenInterrupted } from './folder-copy.ts'
import { moveRows } from './row-copy.ts'

/** The name of the connection in PostgreSQL, by which it differs from those of servers. */
const name = `vermilion database copy ${process.pid}`

export const database: Command = {
  usage: [
    ['database status', 'says where the rows lie, and whether they can be read'],
    [
      'database copy --to postgres://USER@HOST/DATABASE',
      'copies all rows into an empty database; the server must be stopped',
    ],
    ['database copy --to sqlite', 'copies all rows from PostgreSQL into the data folder'],
  ],
  async run(parameters, config, variables) {
    const options = { to: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options })
    const paths = existingData(config)
    const [verb] = positionals
    if (verb === 'status') await printStatus(config, paths)
    else if (verb !== 'copy' || values.to === undefined) throw new UsageError('Say status, or copy with --to.')
    else {
      const unlock = await lockDataFolder(paths).catch((error: unknown) => {
        throw error instanceof FolderInUse ? new Error(`${error.message}: stop it first.`) : error
      })
      await (values.to === 'sqlite' ? copyToSqlite(config, paths) : copyToPostgres(values.to, config, paths, variables))
      unlock()
    }
    return 0
  },
}

const describePlace = ({ database: address }: Config, paths: DataPaths): string =>
  address === undefined ? paths.database : `PostgreSQL at ${address.host ?? ''}, database ${address.database ?? ''}`

async function printStatus(config: Config, paths: DataPaths): Promise<void> {
  const present = createDatabase(await openEngine(config, paths))
  try {
    await requireCurrent(present, migrations)
    console.log(`The rows lie in ${describePlace(config, paths)}, and are of this version.`)
  } finally {
    await present.close()
  }
}

const named = (address: PostgresAddress): PostgresAddress => ({ ...address, application_name: name })

async function openSource(config: Config, paths: DataPaths) {
  const source = createDatabase(
    await openEngine(config.database === undefined ? config : { database: named(config.database) }, paths),
  )
  if (source.kind === 'postgres') await requireAlone(source, name).catch(closing(source))
  return source
}

const closing = (opened: { close(): Promise<void> }) => async (error: unknown) => {
  await opened.close()
  throw error
}

async function copyToPostgres(to: string, config: Config, paths: DataPaths, variables: Variables): Promise<void> {
  const isMoreThanOne = config.database !== undefined
  const passwordFile = isMoreThanOne ? undefined : variables['VERMILION_DATABASE_PASSWORD_FILE']
  const files = readVariableFiles({ VERMILION_DATABASE_URL: to, VERMILION_DATABASE_PASSWORD_FILE: passwordFile })
  const { match, problems } = readDatabase(files.present)
  problems.push(...files.problems)
  if (match === undefined || problems.length > 0)
    throw new UsageError(problems.join('\n').replaceAll('VERMILION_DATABASE_URL', '--to'))
  const source = await openSource(config, paths)
  const target = createDatabase(await openPostgres(named(match)).catch(closing(source)))
  await moveRows(source, target)
  const address = new URL(to)
  address.password = ''
  printSetting(config, paths, `with VERMILION_DATABASE_URL=${address.href}`)
}

async function copyToSqlite(config: Config, paths: DataPaths): Promise<void> {
  if (config.database === undefined) throw new UsageError('The rows lie in the data folder already.')
  if (existsSync(paths.database))
    throw new Error(`${paths.database} is there, perhaps from before: move it away first.`)
  const draft = `${paths.database}.incomplete`
  removeDraft(draft)
  removeWhenInterrupted(draft)
  const source = await openSource(config, paths)
  await moveRows(source, createDatabase(openSqlite(draft))).catch((error: unknown) => {
    removeDraft(draft)
    throw error
  })
  await rename(draft, paths.database)
  printSetting(config, paths, 'without VERMILION_DATABASE_URL')
}

function printSetting(config: Config, paths: DataPaths, setting: string): void {
  console.log(`Start the server ${setting} from now on. What is in ${describePlace(config, paths)} was left as it is:
the server would go on there without what is written from now on.`)
}
