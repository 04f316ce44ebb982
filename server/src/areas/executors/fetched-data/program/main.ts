import { isMainThread } from 'node:worker_threads'
import { fetchAll, servePacks } from './fetch.ts'
import { print, wordsOf, type Settings } from './requests.ts'
import { sendAll } from './send.ts'

/** `fetch SETTINGS INSTANCE` or `send SETTINGS INSTANCE`; the settings are JSON, the instance is such as `worker-0`. */
async function main([verb = '', text = '', instance = '']: readonly string[]): Promise<void> {
  const works: Readonly<Record<string, typeof fetchAll>> = { fetch: fetchAll, send: sendAll }
  const work = works[verb]
  if (work === undefined) throw new Error('say fetch or send, the settings as JSON, and the instance')
  // Whoever runs the command may be another user of the same group.
  process.umask(0o002)
  await work(JSON.parse(text) as Settings, instance)
}

if (isMainThread)
  main(process.argv.slice(2)).then(
    () => process.exit(0),
    (error: unknown) => {
      print('failed', { reason: wordsOf(error) })
      process.exit(1)
    },
  )
else servePacks()
