import { workflowSlotNames, type WorkflowSlotName } from '@vermilion/contract/generations/workflow-slots'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { describe, expect, test } from 'vitest'
import { capabilitiesOf } from './capabilities.ts'
import { fillWorkflow, hashWorkflow, modelsOf, type WorkflowValues } from './fill-workflow.ts'
import { findSlots } from './find-slots.ts'
import { workflowTemplates } from './templates.ts'
import { controlledTwice, fluxGuided, fluxZeroed, plainColour, sdxlRefined, styleModel } from './testing/workflows.ts'

const slotsAsText = (content: WorkflowContent) => {
  const slots = findSlots(content)
  const texts = workflowSlotNames.map((name) => [
    name,
    slots[name].map(({ nodeId, input }) => `${nodeId}.${input}`).join(' '),
  ])
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Partial<Record<WorkflowSlotName, string>>
}

describe('R3.09 slots are found in', () => {
  test.each<[string, WorkflowContent, Partial<Record<WorkflowSlotName, string>>]>([
    [
      'SDXL with a refiner and values from nodes of their own',
      sdxlRefined,
      {
        positivePrompt: '6.text_g 6.text_l 33.value',
        negativePrompt: '7.text_g 7.text_l 16.text',
        seed: '32.seed 11.noise_seed',
        width: '30.value',
        height: '31.value',
        batchSize: '5.batch_size',
        checkpoint: '4.ckpt_name 12.ckpt_name',
        output: '19.images',
      },
    ],
    [
      'Flux with a guider',
      fluxGuided,
      {
        positivePrompt: '6.text',
        seed: '25.noise_seed',
        width: '27.width',
        height: '27.height',
        batchSize: '27.batch_size',
        checkpoint: '12.unet_name',
        loras: '40.lora_name',
        output: '9.images',
      },
    ],
    [
      'Flux with a negative side that is nothing',
      fluxZeroed,
      {
        positivePrompt: '6.text',
        seed: '31.seed',
        width: '27.width',
        height: '27.height',
        batchSize: '27.batch_size',
        checkpoint: '30.ckpt_name',
        output: '9.images',
      },
    ],
    [
      'SD 1.5 with two LoRAs, a depth map and a second sampler',
      controlledTwice,
      {
        positivePrompt: 'd.text',
        negativePrompt: 'e.text',
        seed: 'k.seed m.seed',
        width: 'j.width',
        height: 'j.height',
        batchSize: 'j.batch_size',
        checkpoint: 'a.ckpt_name',
        loras: 'c.lora_name b.lora_name',
        controlImage: 'f.image',
        controlStrength: 'i.strength',
        output: 'o.images',
      },
    ],
    [
      'a style model',
      styleModel,
      {
        positivePrompt: '6.text',
        seed: '31.seed',
        width: '27.width',
        height: '27.height',
        batchSize: '27.batch_size',
        checkpoint: '30.ckpt_name',
        styleImage: '53.image',
        styleStrength: '35.strength',
        output: '9.images',
      },
    ],
    [
      'a workflow without a model',
      plainColour,
      { width: '1.width', height: '1.height', batchSize: '1.batch_size', output: '2.images' },
    ],
    [
      'the template with a LoRA',
      workflowTemplates['checkpoint-lora'],
      {
        positivePrompt: '6.text',
        negativePrompt: '7.text',
        seed: '3.seed',
        width: '5.width',
        height: '5.height',
        batchSize: '5.batch_size',
        checkpoint: '4.ckpt_name',
        loras: '10.lora_name',
        output: '9.images',
      },
    ],
    [
      'the template with a depth map',
      workflowTemplates['depth-controlnet'],
      {
        positivePrompt: '6.text',
        negativePrompt: '7.text',
        seed: '3.seed',
        width: '5.width',
        height: '5.height',
        batchSize: '5.batch_size',
        checkpoint: '4.ckpt_name',
        controlImage: '12.image',
        controlStrength: '13.strength',
        output: '9.images',
      },
    ],
    [
      'the template with a style image',
      workflowTemplates['style-image'],
      {
        positivePrompt: '6.text',
        negativePrompt: '7.text',
        seed: '3.seed',
        width: '15.width',
        height: '15.height',
        checkpoint: '4.ckpt_name',
        styleImage: '14.image',
        styleStrength: '3.denoise',
        output: '9.images',
      },
    ],
  ])('%s', (_, content, slots) => {
    expect(slotsAsText(content)).toEqual(slots)
  })
})

test('what a workflow takes follows from its slots', () => {
  const of = (content: WorkflowContent) => capabilitiesOf(findSlots(content))
  expect(of(controlledTwice)).toMatchObject({ loras: true, depthReference: true, styleImage: false, words: true })
  expect(of(fluxGuided)).toMatchObject({ loras: true, depthReference: false, negativePrompt: false })
  expect(of(styleModel)).toMatchObject({ styleImage: true, loras: false })
  expect(of(plainColour)).toMatchObject({ words: false, truth: false, vocabulary: null })
})

const values: WorkflowValues = {
  prompt: 'a "cat"\non {a} 木地板 🐈 \\ %s ${x}',
  negativePrompt: '',
  seed: 4_294_967_295,
  width: 640,
  height: 480,
  loras: null,
  controlImage: null,
  styleImage: null,
}
const fill = (content: WorkflowContent, more: Partial<WorkflowValues> = {}) =>
  fillWorkflow(content, findSlots(content), { ...values, ...more })

test('values go where the slots lead, texts as they are, and what nothing is said of stays', () => {
  const filled = fill(sdxlRefined)
  expect(filled['6']!.inputs).toMatchObject({ text_g: values.prompt, text_l: values.prompt, width: 4096 })
  expect(filled['33']!.inputs['value']).toBe(values.prompt)
  expect(filled['15']!.inputs['text']).toEqual(['33', 0])
  expect(filled['7']!.inputs['text_g']).toBe('blurry')
  expect([filled['32']!.inputs['seed'], filled['11']!.inputs['noise_seed']]).toEqual([values.seed, values.seed])
  expect([filled['30']!.inputs['value'], filled['5']!.inputs['batch_size']]).toEqual([640, 1])
  expect(fill(sdxlRefined, { negativePrompt: 'dark' })['16']!.inputs['text']).toBe('dark')
  expect(sdxlRefined['30']!.inputs['value']).toBe(1024)
  const styled = fill(workflowTemplates['style-image'], { styleImage: { name: 'vermilion/x.png', strength: 0.7 } })
  expect([styled['14']!.inputs['image'], styled['3']!.inputs['denoise']]).toEqual(['vermilion/x.png', 0.3])
  const controlled = fill(controlledTwice, { controlImage: { name: 'vermilion/d.png', strength: 0.4 } })
  expect([controlled['f']!.inputs['image'], controlled['i']!.inputs['strength']]).toEqual(['vermilion/d.png', 0.4])
})

const lora = (name: string, strength = 0.5) => ({ name, strength })

describe('LoRAs', () => {
  test('none said: those of the workflow; none wanted: the chain is led past', () => {
    expect(fill(controlledTwice)['b']!.inputs['lora_name']).toBe('second')
    const filled = fill(controlledTwice, { loras: [] })
    expect(Object.keys(filled)).not.toContain('b')
    expect(Object.keys(filled)).not.toContain('c')
    expect([filled['k']!.inputs['model'], filled['d']!.inputs['clip']]).toEqual([
      ['a', 0],
      ['a', 1],
    ])
  })

  test('one: the first of the chain takes it, the second is led past', () => {
    const filled = fill(controlledTwice, { loras: [lora('x', 0.25)] })
    expect(filled['c']!.inputs).toMatchObject({ lora_name: 'x', strength_model: 0.25, strength_clip: 0.25 })
    expect(filled['b']).toBeUndefined()
    expect([filled['m']!.inputs['model'], filled['e']!.inputs['clip']]).toEqual([
      ['c', 0],
      ['c', 1],
    ])
  })

  test('more than nodes: the last is repeated behind itself', () => {
    const filled = fill(fluxGuided, { loras: [lora('x'), lora('y'), lora('z', -1)] })
    expect(filled['40']!.inputs).toMatchObject({ lora_name: 'x', model: ['12', 0] })
    expect(filled['40-2']!.inputs).toMatchObject({ lora_name: 'y', model: ['40', 0] })
    expect(filled['40-2-2']!.inputs).toMatchObject({ lora_name: 'z', strength_model: -1, model: ['40-2', 0] })
    expect([filled['22']!.inputs['model'], filled['17']!.inputs['model']]).toEqual([
      ['40-2-2', 0],
      ['40-2-2', 0],
    ])
    expect(modelsOf(filled)).toEqual(expect.arrayContaining(['flux1-dev.safetensors', 'x', 'y', 'z', 'ae.safetensors']))
  })
})

test('equal workflows have equal hashes, whatever the order of their keys', () => {
  const turned = Object.fromEntries(Object.entries(fill(fluxGuided)).toReversed())
  expect(hashWorkflow(turned)).toBe(hashWorkflow(fill(fluxGuided)))
  expect(hashWorkflow(fill(fluxGuided, { seed: 1 }))).not.toBe(hashWorkflow(fill(fluxGuided)))
})
