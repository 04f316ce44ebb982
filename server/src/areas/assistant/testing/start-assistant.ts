import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assistantEndpoints, type Conversation } from '@vermilion/contract/assistant'
import type { Message, MessageDraft, ToolCall } from '@vermilion/contract/assistant/messages'
import { serviceEndpoints } from '@vermilion/contract/services'
import { taskEndpoints, type Task } from '@vermilion/contract/tasks'
import type { TaskCreate } from '@vermilion/contract/tasks/creation'
import { startTestServer } from '../../../testing/start-server.ts'
import { startFakeChat, type ChatMessage } from '../../settings/testing/fake-chat.ts'
import { program } from '../../tasks/testing/programs.ts'
import { stopTasks } from '../../tasks/testing/stop-tasks.ts'

type Chat = Parameters<Parameters<typeof startFakeChat>[0]>[0]
export type Respond = (chat: Chat, number: number) => ChatMessage

export const serviceKey = 'sk-key-of-the-chat-service'

const batch = { kind: 'integer', label: { en: 'Batch', zh: '批量' }, default: 8, minimum: 1, maximum: 512 } as const

const images = {
  learner: program(
    `const { batch } = JSON.parse(process.argv[2])
    console.log('start with batch ' + batch)
    if (batch > 16) {
      console.error('RuntimeError: CUDA out of memory. Tried to allocate 9.50 GiB')
      process.exit(1)
    }
    fs.writeFileSync('results.csv', 'epoch, train/loss\\n1, 0.5\\n2, ' + batch / 100 + '\\n')`,
    { parameters: { batch } },
  ),
  shouting: program(`process.stdout.write(fs.readFileSync(process.argv[1] + '/log.txt', 'utf8')); process.exit(3)`),
  endless: program('setInterval(() => console.log("line"), 200)'),
}

export async function startAssistant(
  environment: Record<string, string> = {},
  pace: Parameters<typeof startFakeChat>[1] = {},
) {
  const shared = await mkdtemp(join(tmpdir(), 'vermilion-assistant-'))
  const server = await startTestServer({
    environment: { VERMILION_ROOTS: shared, VERMILION_ASSISTANT_MESSAGES: '1000', ...environment },
    tasks: { images, graceSeconds: 0.3, concurrency: 3 },
  })
  let respond: Respond = () => 'ready'
  let first = 0
  const fake = await startFakeChat((chat, number) => respond(chat, number - first), pace)
  const settings = { url: `${fake.address}/v1`, key: serviceKey, model: 'small', vision: false }
  await server.call(serviceEndpoints.createService, { body: { kind: 'chat', name: 'Fake', settings } })

  const get = (conversationId: string) =>
    server.call(assistantEndpoints.getConversation, { params: { conversationId } })
  async function until(conversationId: string, isReached: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const last = (await get(conversationId)).messages.at(-1)
      if (last?.role === 'assistant' && isReached(last)) return last
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  const isOver = ({ status }: Message) => status !== 'writing'

  return {
    server,
    fake,
    shared,
    get,
    until,
    say(next: Respond): void {
      first = fake.chats.length
      respond = next
    },
    writeShared: (name: string, text: string) => writeFile(join(shared, name), text),
    start: (draft: MessageDraft) => server.call(assistantEndpoints.startConversation, { body: draft }),
    send: (conversationId: string, body: MessageDraft & { replaces?: string }) =>
      server.call(assistantEndpoints.sendMessage, { params: { conversationId }, body }),
    replyOf: ({ id }: Pick<Conversation, 'id'>) => until(id, isOver),
    approve: (callId: string) => server.call(assistantEndpoints.approveToolCall, { params: { callId } }),
    refuse: (callId: string) => server.call(assistantEndpoints.refuseToolCall, { params: { callId } }),
    tasks: async () => (await server.call(taskEndpoints.listTasks, { query: { limit: 200 } })).items,
    train: (image: keyof typeof images, more: Partial<TaskCreate> = {}) =>
      server.call(taskEndpoints.createTask, {
        body: { name: `t-${image}`, image, dataSources: [{ kind: 'folder', path: shared }], ...more },
      }),
    async untilTask(taskId: string, isReached: (task: Task) => boolean): Promise<Task> {
      for (;;) {
        const task = await server.call(taskEndpoints.getTask, { params: { taskId } })
        if (isReached(task)) return task
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    async stop() {
      await stopTasks(server)
      await server.stop()
      await fake.stop()
      await rm(shared, { recursive: true, force: true })
    },
  }
}

export type TestAssistant = Awaited<ReturnType<typeof startAssistant>>

export const callsOf = ({ parts }: Message): ToolCall[] =>
  parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))
export const textOf = ({ parts }: Message): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
export const lastSent = (chat: Chat | undefined): string => String(chat?.messages.at(-1)?.content)
