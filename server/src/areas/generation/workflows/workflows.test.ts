import { generationEndpoints } from '@vermilion/contract/generations'
import { maxWorkflowNodes } from '@vermilion/contract/generations/workflow-content'
import { workflowEndpoints, workflowTemplateNames } from '@vermilion/contract/generations/workflows'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { addServer, importWorkflow, shortTimes } from '../engines/comfyui/testing/comfyui-engine.ts'
import { startFakeComfyui } from '../engines/comfyui/testing/fake-comfyui.ts'
import { controlledTwice, plainColour } from './testing/workflows.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ comfyuiTimes: shortTimes })))
afterAll(() => server.stop())

const { getWorkflow, updateWorkflow, deleteWorkflow, checkWorkflow } = workflowEndpoints

test('R2.30 R3.09 a workflow is imported, and listed with what it takes', async () => {
  const { id } = await importWorkflow(server, 'Two passes', controlledTwice)
  const workflow = await server.call(getWorkflow, { params: { workflowId: id } })
  expect(workflow).toMatchObject({ name: 'Two passes', content: controlledTwice, createdBy: 'admin' })
  expect(workflow.slots.controlImage).toEqual([{ nodeId: 'f', input: 'image' }])
  const list = await server.call(generationEndpoints.listWorkflows, {})
  expect(list.map(({ name, engine }) => [name, engine])).toEqual([
    ['Floor scenes', 'renderer'],
    ['Two passes', 'comfyui'],
  ])
  expect(list[1]!.capabilities).toEqual(workflow.capabilities)
  await expect(importWorkflow(server, 'Two passes', plainColour)).rejects.toThrow('A workflow named Two passes already')
})

test.each(workflowTemplateNames)('the template %s is imported by its name', async (template) => {
  const body = { name: `Template ${template}`, template }
  const { slots, capabilities } = await server.call(workflowEndpoints.importWorkflow, { body })
  expect(slots.output).toHaveLength(1)
  expect(capabilities).toMatchObject({
    words: true,
    loras: template === 'checkpoint-lora',
    depthReference: template === 'depth-controlnet',
    styleImage: template === 'style-image',
  })
})

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])
const node = { class_type: 'SaveImage', inputs: {} }

test.each<[string, Record<string, unknown>, string]>([
  ["the editor's own file", { nodes: [], links: [], version: 0.4 }, 'choose Workflow > Export (API)'],
  ['nothing', {}, 'it has no nodes'],
  ['nodes that are none', { 3: 'KSampler' }, 'not a workflow of ComfyUI in its API format: node 3'],
  ['nodes without a class', { 3: { inputs: {} } }, 'node 3.class_type'],
  ['nodes without inputs', { 3: { class_type: 'KSampler' } }, 'node 3.inputs'],
  ['names of nodes that are none', { 'a b"': node }, 'API format'],
  ['a link to a node that is not there', { 3: { class_type: 'X', inputs: { a: ['9', 0] } } }, 'leads to node 9'],
  ['values in values', { 3: { class_type: 'X', inputs: { a: deep(40) } } }, 'nested deeper'],
  [
    'too many nodes',
    Object.fromEntries(Array.from({ length: maxWorkflowNodes + 1 }, (_, index) => [index, node])),
    'more than 2000 nodes',
  ],
  ['too much', { 3: { class_type: 'X', inputs: { a: 'x'.repeat(2 * 1_048_576) } } }, 'larger than 2 MiB'],
])('%s is refused with what to do', async (_, content, words) => {
  const body = { name: `refused ${words}`, content }
  await expect(server.call(workflowEndpoints.importWorkflow, { body })).rejects.toThrow(words)
})

test('slots are corrected by hand, and lead only to inputs that are there', async () => {
  const { id, slots } = await importWorkflow(server, 'Corrected', controlledTwice)
  const params = { workflowId: id }
  const corrected = { ...slots, seed: [{ nodeId: 'k', input: 'seed' }], controlImage: [], controlStrength: [] }
  const updated = await server.call(updateWorkflow, { params, body: { slots: corrected, name: 'Right' } })
  expect(updated).toMatchObject({ name: 'Right', slots: corrected, capabilities: { depthReference: false } })
  const refused = (seed: { nodeId: string; input: string }) =>
    server.call(updateWorkflow, { params, body: { slots: { ...slots, seed: [seed] } } })
  await expect(refused({ nodeId: 'zz', input: 'seed' })).rejects.toThrow('Seed: node zz has no input seed')
  await expect(refused({ nodeId: 'k', input: 'nothing' })).rejects.toThrow('node k has no input nothing')
  await expect(refused({ nodeId: 'd', input: 'text' })).rejects.toThrow('node d has no input text that takes it')
  await server.call(deleteWorkflow, { params })
  await expect(server.call(getWorkflow, { params })).rejects.toThrow('workflow no longer exists')
  await expect(server.call(deleteWorkflow, { params })).rejects.toThrow('workflow no longer exists')
})

test('what was imported is exported as it was', async () => {
  const { id } = await importWorkflow(server, 'Export “1”', plainColour)
  const response = await server.fetch(`/workflows/${id}/export`)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(await response.json()).toEqual(plainColour)
})

test('each server says what it lacks, with what it has of a like name', async () => {
  const { id } = await importWorkflow(server, 'Lacking', {
    ...controlledTwice,
    b: { ...controlledTwice['b']!, inputs: { ...controlledTwice['b']!.inputs, lora_name: 'dirt.safetensors' } },
    c: { ...controlledTwice['c']!, inputs: { ...controlledTwice['c']!.inputs, lora_name: 'style.safetensors' } },
  })
  const params = { workflowId: id }
  await expect(server.call(checkWorkflow, { params })).rejects.toThrow('No ComfyUI server is set up')
  const fake = await startFakeComfyui()
  const service = await addServer(server, 'one', fake.address)
  await addServer(server, 'two', 'http://127.0.0.1:9')
  const [one, two] = await server.call(checkWorkflow, { params })
  expect(two).toMatchObject({ name: 'two', missing: [] })
  expect(two!.problem?.en).toContain('Nothing listens at 127.0.0.1:9')
  expect(two!.problem?.zh).toContain('127.0.0.1:9 没有服务在监听')
  expect(one).toMatchObject({ serviceId: service.id, name: 'one', problem: null })
  expect(one!.missing).toEqual(
    expect.arrayContaining([
      {
        nodeId: 'b',
        classType: 'LoraLoader',
        input: 'lora_name',
        name: 'dirt.safetensors',
        near: ['dirt-v2.safetensors', 'dirt-v3.safetensors'],
      },
      {
        nodeId: 'g',
        classType: 'MiDaS-DepthMapPreprocessor',
        input: null,
        name: 'MiDaS-DepthMapPreprocessor',
        near: [],
      },
      {
        nodeId: 'l',
        classType: 'LatentUpscale',
        input: null,
        name: 'LatentUpscale',
        near: expect.arrayContaining(['EmptyLatentImage']),
      },
    ]),
  )
  expect(one!.missing.map(({ name }) => name)).not.toContain('room.png')
  expect(one!.missing.map(({ name }) => name)).not.toContain('style.safetensors')
  await fake.stop()
  for (const { id: serviceId } of await server.call(serviceEndpoints.listServices, {}))
    await server.call(serviceEndpoints.deleteService, { params: { serviceId } })
})
