import { accountEndpoints } from '@vermilion/contract/accounts'
import { assistantEndpoints } from '@vermilion/contract/assistant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { callsOf, lastSent, startAssistant, textOf, type TestAssistant } from '../testing/start-assistant.ts'
import { assistantTools } from './tools.ts'

let assistant: TestAssistant
beforeAll(async () => void (assistant = await startAssistant()))
afterAll(() => assistant.stop())

const ask = async (text: string) => assistant.replyOf(await assistant.start({ text }))
const use = (name: string, input: object) => ({ calls: [{ name, arguments: input }] })

test('R1.09 every tool has a schema of its arguments that a model can be given, and a name that any service takes', () => {
  for (const { name, schema, description, title } of assistantTools) {
    expect(name).toMatch(/^[a-z_]{3,40}$/)
    expect(schema()).toMatchObject({ type: 'object' })
    expect(JSON.stringify(schema()).length, name).toBeLessThan(16_000)
    expect(description.length).toBeGreaterThan(5)
    expect(title.zh).toMatch(/[一-鿿]/)
  }
  expect(new Set(assistantTools.map(({ name }) => name)).size).toBe(assistantTools.length)
})

describe('a failed training', () => {
  test('R1.09 it is found, explained from its log, and started anew with a repaired config once a person approves', async () => {
    const failed = await assistant.train('learner', { name: 'big-batch', parameters: { batch: 64 } })
    await assistant.untilTask(failed.id, ({ endedAt }) => endedAt !== null)
    const count = (await assistant.tasks()).length
    let config: Record<string, unknown> = {}
    assistant.say((chat, number) => {
      const result = lastSent(chat)
      if (number === 0) return use('find_tasks', { status: 'failed' })
      if (number === 1) return use('diagnose_task', { taskId: /"id": "([\w-]+)"/.exec(result)?.[1] })
      if (number === 2) return use('get_task_config', { taskId: failed.id })
      if (number === 3) {
        config = JSON.parse(/\{[\s\S]*\}/.exec(result)?.[0] ?? '{}') as Record<string, unknown>
        const { secretNames: _, command: __, ...order } = config
        const calls = [{ name: 'create_task', arguments: { ...order, name: 'small-batch', parameters: { batch: 8 } } }]
        return { text: 'The batch is too large: CUDA out of memory.', calls }
      }
      return 'It was started.'
    })
    const conversation = await assistant.start({ text: 'Why did my training fail? Repair it.' })
    const waiting = await assistant.replyOf(conversation)
    expect(waiting.status).toBe('waiting')
    const [list, diagnosed, , created] = callsOf(waiting)
    expect(list?.result).toContain('big-batch')
    expect(diagnosed?.result).toContain('CUDA out of memory. Tried to allocate 9.50 GiB')
    expect(created).toMatchObject({ status: 'waiting', writes: true, tool: 'create_task' })
    expect(created?.request).toMatchObject({
      method: 'POST',
      path: '/tasks',
      body: { name: 'small-batch', parameters: { batch: 8 } },
    })
    expect((await assistant.tasks()).length).toBe(count)

    await assistant.approve(created?.id ?? '')
    const done = await assistant.replyOf(conversation)
    expect(done.status).toBe('done')
    expect(textOf(done)).toMatch(/out of memory[\s\S]*It was started/)
    const made = callsOf(done).at(-1)
    expect(made).toMatchObject({ status: 'done', decidedBy: 'admin', created: { kind: 'task' } })
    const task = await assistant.untilTask(made?.created?.id ?? '', ({ endedAt }) => endedAt !== null)
    expect(task).toMatchObject({ name: 'small-batch', status: 'success', creator: 'admin', parameters: { batch: 8 } })
    expect(await reasonOf(assistant.approve(created?.id ?? ''))).toBe('tool-call.decided')
    expect((await assistant.tasks()).length).toBe(count + 1)
  })

  test('R1.09 what is refused is not done, and the model is told so', async () => {
    const running = await assistant.train('endless')
    await assistant.untilTask(running.id, ({ status }) => status === 'running')
    assistant.say((chat, number) =>
      number === 0 ? use('stop_task', { taskId: running.id }) : `told: ${lastSent(chat)}`,
    )
    const conversation = await assistant.start({ text: 'Stop it' })
    const [stopping] = callsOf(await assistant.replyOf(conversation))
    await assistant.refuse(stopping?.id ?? '')
    const done = await assistant.replyOf(conversation)
    expect(textOf(done)).toContain('did not approve')
    expect((await assistant.untilTask(running.id, () => true)).status).toBe('running')

    // A new message instead of a decision skips the pending call.
    const [again] = callsOf(await assistant.replyOf(await assistant.start({ text: 'x' })).then(() => done))
    expect(again?.status).toBe('refused')
    assistant.say((_, number) => (number === 0 ? use('stop_task', { taskId: running.id }) : 'all right'))
    const other = await assistant.start({ text: 'Stop it' })
    const waiting = callsOf(await assistant.replyOf(other))[0]
    await assistant.send(other.id, { text: 'No, leave it' })
    await assistant.replyOf(other)
    expect(await reasonOf(assistant.approve(waiting?.id ?? ''))).toBe('tool-call.decided')
    expect((await assistant.untilTask(running.id, () => true)).status).toBe('running')

    assistant.say((_, number) => (number === 0 ? use('stop_task', { taskId: running.id }) : 'stopped'))
    const third = await assistant.start({ text: 'Now stop it' })
    await assistant.approve(callsOf(await assistant.replyOf(third))[0]?.id ?? '')
    await assistant.replyOf(third)
    await assistant.untilTask(running.id, ({ status }) => status === 'stopped')
  })

  test('R1.09 an access token can ask, and cannot approve', async () => {
    const { server } = assistant
    const task = await assistant.train('learner')
    await assistant.untilTask(task.id, ({ endedAt }) => endedAt !== null)
    const { secret } = await server.call(accountEndpoints.createAccessToken, {
      body: { name: 'script', expiresAt: null },
    })
    assistant.say((_, number) => (number === 0 ? use('retry_task', { taskId: task.id }) : 'ok'))
    const conversation = await assistant.start({ text: 'again' })
    const [call] = callsOf(await assistant.replyOf(conversation))
    const headers = { authorization: `Bearer ${secret}` }
    const approving = server.call(assistantEndpoints.approveToolCall, { params: { callId: call?.id ?? '' } }, headers)
    expect(await reasonOf(approving)).toBe('access-token.not-allowed')
  })
})

test('R1.09 runs are compared and series read with the figures of the product', async () => {
  const first = await assistant.train('learner', { name: 'batch-4', parameters: { batch: 4 } })
  const second = await assistant.train('learner', { name: 'batch-8', parameters: { batch: 8 } })
  for (const { id } of [first, second]) await assistant.untilTask(id, ({ endedAt }) => endedAt !== null)
  assistant.say((_, number) => {
    if (number === 0) return use('compare_tasks', { taskIds: [first.id, second.id] })
    if (number === 1) return use('read_series', { taskIds: [first.id, second.id], names: ['train/loss'] })
    if (number === 2) return use('wait_for_task', { taskId: first.id })
    return 'compared'
  })
  const [compared, series, waited] = callsOf(await ask('Which is better?'))
  const { differing, tasks } = JSON.parse(compared?.result ?? '{}') as {
    differing: object
    tasks: { metrics: { name: string; last: number }[] }[]
  }
  expect(differing).toMatchObject({ 'parameters.batch': [4, 8] })
  expect(tasks.map(({ metrics }) => metrics.find(({ name }) => name === 'train/loss')?.last)).toEqual([0.04, 0.08])
  expect(JSON.parse(series?.result ?? '{}')).toMatchObject({ series: [{ y: [0.5, 0.04] }, { y: [0.5, 0.08] }] })
  expect(JSON.parse(waited?.result ?? '{}')).toMatchObject({ isOver: true, status: 'success' })
})

test('R1.09 a draft fills a form and starts nothing; one that is unfit goes back to the model', async () => {
  const count = (await assistant.tasks()).length
  const config = { name: 'drafted', image: 'learner', dataSources: [{ kind: 'folder', path: assistant.shared }] }
  assistant.say((_, number) => {
    if (number === 0) return use('draft_training', { ...config, name: 'Not A Name!' })
    if (number === 1) return use('draft_training', { ...config, parameters: { batch: 2 } })
    return 'see the form'
  })
  const [unfit, drafted] = callsOf(await ask('Draft one'))
  expect(unfit).toMatchObject({ status: 'failed', form: null })
  expect(unfit?.result).toContain('name')
  expect(drafted).toMatchObject({ status: 'done', form: 'training', writes: false, arguments: { name: 'drafted' } })
  expect((await assistant.tasks()).length).toBe(count)
})

test('R1.09 what the person sees is read as that person and sent along, secrets of the task struck out', async () => {
  await assistant.writeShared('log.txt', 'the value is violet-elephant-9\nError: no such layer\n')
  const task = await assistant.train('shouting', { name: 'shows', secrets: { MY_PHRASE: 'violet-elephant-9' } })
  await assistant.untilTask(task.id, ({ endedAt }) => endedAt !== null)
  assistant.say(() => 'seen')
  const attachments = (['task', 'task-log', 'task-order', 'task-metrics'] as const).map((object) => ({
    kind: 'object' as const,
    object,
    id: task.id,
    title: 'shows',
  }))
  await assistant.replyOf(await assistant.start({ text: 'What is wrong?', attachments }))
  const sent = lastSent(assistant.fake.chats.at(-1))
  expect(sent).toContain('Error: no such layer')
  expect(sent).toContain('the value is [redacted]')
  expect(sent).toContain('"exit-code"')
  expect(JSON.stringify(assistant.fake.chats)).not.toContain('violet-elephant')
  expect(sent.endsWith('What is wrong?')).toBe(true)
})
