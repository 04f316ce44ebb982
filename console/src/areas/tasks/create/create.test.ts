import { type OrderedTask, taskCreate } from '@vermilion/contract/tasks/creation'
import { expect, test } from 'vitest'
import { joinCommand, splitCommand } from './command-line.ts'
import { bodyOf, copyOf, newTask } from './form-values.ts'

test('R3.02 a typed command is split into words as it is read, and joined so that it splits alike', () => {
  expect(splitCommand('python3 train.py --data {mountPath}')).toEqual(['python3', 'train.py', '--data', '{mountPath}'])
  expect(splitCommand(String.raw`  sh -c "echo \"a b\" $HOME" '' '\n' a\ b `)).toEqual([
    'sh',
    '-c',
    'echo "a b" $HOME',
    '',
    String.raw`\n`,
    'a b',
  ])
  expect(splitCommand('echo "open')).toBeNull()
  expect(splitCommand('')).toEqual([])
  const words = ['/bin/sh', '-c', `it's "quoted" \\ and\nnew`, '', '*', 'a=b']
  expect(splitCommand(joinCommand(words))).toEqual(words)
})

const order: OrderedTask = {
  name: 'a-very-long-name-of-a-task-that-fills-its-field--xy',
  image: 'vermilion/starter-detector',
  pool: 'local',
  priority: 3,
  resources: { cpu: 1, memoryBytes: null, accelerator: { type: 'none', count: 0 } },
  instances: [{ role: 'worker', count: 2 }],
  outputPath: '/results',
  command: ['sh', '-c', 'exit 0'],
  environment: { LEVEL: '3' },
  secretNames: ['TOKEN'],
  timeLimitSeconds: 60,
  restarts: { limit: 1, backoffSeconds: 5 },
  seed: 4,
  dataSources: [
    { kind: 'dataset', id: 'd', versionId: 'v', mountPath: '/data' },
    { kind: 'space', id: 's', folder: 'a', mountPath: '/more' },
  ],
  parameters: { epochs: 2 },
}

test('R5.11 R3.02 a copy asks for what its task asked for, and for its secrets again', () => {
  const draft = copyOf(order)
  expect(draft).toMatchObject({ hasCommand: true, secrets: [{ name: 'TOKEN', value: '' }] })
  const body = bodyOf({ ...draft, secrets: [{ name: 'TOKEN', value: 'new' }] })
  const { secretNames: _names, name: _name, ...same } = order
  expect(body).toEqual({ ...same, name: expect.stringMatching(/-copy$/), secrets: { TOKEN: 'new' } })
  expect(taskCreate.safeParse(body).success).toBe(true)
})

test('R5.02 a new task names no command of its own, and no accelerator it does not want', () => {
  const draft = newTask('d')
  const resources = { ...draft.resources, accelerator: { type: 'none', count: 2 } }
  const body = bodyOf({ ...draft, name: 'first', image: 'some', resources, command: 'left over' })
  expect(body).not.toHaveProperty('command')
  expect(taskCreate.parse(body)).toMatchObject({ resources: { accelerator: { type: 'none', count: 0 } } })
})
