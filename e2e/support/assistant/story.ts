import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceEndpoints } from '../../../contract/src/services.ts'
import { startFakeChat, type ChatMessage } from '../../../server/src/areas/settings/testing/fake-chat.ts'
import { createClient } from '../server/client.ts'
import { startServer } from '../server/server.ts'
import { test as base } from '../story.ts'

/** A server with a readable folder of this machine, and a chat service with scripted replies. */
export const test = base.extend<{
  folder: string
  chat: Awaited<ReturnType<typeof startFakeChat>> & { say: (next: Respond) => void }
}>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vermilion-assistant-story-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  server: async ({ folder }, use) => {
    const server = await startServer({ environment: { VERMILION_ROOTS: folder } })
    await use(server)
    await server.stop()
  },
  chat: async ({ server }, use) => {
    let respond: Respond = () => 'ready'
    let first = 0
    const fake = await startFakeChat((body, number) => respond(String(body.messages.at(-1)?.content), number - first))
    const settings = { url: `${fake.address}/v1`, key: 'sk-story', model: 'small', vision: false }
    await createClient(server)(serviceEndpoints.createService, { body: { kind: 'chat', name: 'Fake', settings } })
    await use({
      ...fake,
      say(next) {
        first = fake.chats.length
        respond = next
      },
    })
    await fake.stop()
  },
})

type Respond = (last: string, number: number) => ChatMessage
