import type { Workflow } from '@vermilion/contract/generations/engines'
import { expect, test } from 'vitest'
import { loraIn, workflowFor } from './workflow-for.ts'

type Family = Workflow['capabilities']['loraFamily']
const workflow = (id: string, loras: boolean, loraFamily: Family) =>
  ({ id, capabilities: { loras, loraFamily } }) as Workflow
const lora = (family: 'materials' | 'sdxl') => ({ name: 'oak', lora: { family } }) as Parameters<typeof workflowFor>[0]

test('R3.09 a LoRA is generated with by a workflow that takes its family, under the name that this knows', () => {
  const [renderer, plain, any] = [
    workflow('renderer', true, 'materials'),
    workflow('plain', false, null),
    workflow('any', true, null),
  ]
  expect(workflowFor(lora('materials'), [plain, any, renderer])).toBe(renderer)
  expect(workflowFor(lora('materials'), [plain, any])).toBeUndefined()
  expect(workflowFor(lora('sdxl'), [renderer, plain, any])).toBe(any)
  expect(workflowFor(lora('sdxl'), [renderer, plain])).toBeUndefined()
  expect([loraIn(renderer, lora('materials')), loraIn(any, lora('sdxl'))]).toEqual(['oak', 'oak.safetensors'])
})
