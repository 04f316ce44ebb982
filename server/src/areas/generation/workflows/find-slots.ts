import type { WorkflowContent, WorkflowNode } from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget, WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'
import { findPrompts } from './find-prompts.ts'
import { createGraph, type Graph } from './graph.ts'

const outputs = [/^SaveImage$/, /save.*image|image.*save/i, /^PreviewImage$/]

export function findSlots(content: WorkflowContent): WorkflowSlots {
  const graph = createGraph(content)
  const output = findOutput(graph)
  const size = findSize(graph, output)
  const control = findControl(graph)
  return {
    ...findPrompts(graph),
    seed: inputsNamed(graph, ['seed', 'noise_seed'], 'number'),
    width: size === undefined ? [] : entries(graph, size, 'width'),
    height: size === undefined ? [] : entries(graph, size, 'height'),
    batchSize: size === undefined ? [] : entries(graph, size, 'batch_size'),
    checkpoint: inputsNamed(graph, ['ckpt_name', 'unet_name'], 'string'),
    loras: findLoras(graph),
    controlImage: control.images,
    controlStrength: control.strengths,
    ...findStyle(
      graph,
      control.images.map(({ nodeId }) => nodeId),
    ),
    output: output === undefined ? [] : [output],
  }
}

function unique(targets: readonly (SlotTarget | undefined)[]): SlotTarget[] {
  const byKey = new Map(targets.flatMap((target) => (target ? [[`${target.nodeId} ${target.input}`, target]] : [])))
  return [...byKey.values()]
}

function entries(graph: Graph, nodeId: string, input: string): SlotTarget[] {
  const entry = graph.entryOf(nodeId, input, 'number')
  return entry === undefined ? [] : [entry]
}

function inputsNamed(graph: Graph, inputs: readonly string[], type: 'string' | 'number'): SlotTarget[] {
  return unique(graph.nodes.flatMap(([id]) => inputs.map((input) => graph.entryOf(id, input, type))))
}

function findOutput(graph: Graph): SlotTarget | undefined {
  for (const classes of outputs) {
    const match = graph.nodes.find(([id, node]) => classes.test(node.class_type) && graph.linkOf(id, 'images'))
    if (match !== undefined) return { nodeId: match[0], input: 'images' }
  }
  return undefined
}

const pictureInputs = /^(latent|latent_image|samples|pixels|images?|samples_from|samples_to)$/

function findSize(graph: Graph, output: SlotTarget | undefined): string | undefined {
  if (output === undefined) return undefined
  const sized: [string, WorkflowNode][] = []
  for (const [id, node] of graph.upstream(output.nodeId, (_, input) => pictureInputs.test(input))) {
    const hasSize = ['width', 'height'].every((input) => graph.entryOf(id, input, 'number') !== undefined)
    if (hasSize && !/upscale/i.test(node.class_type)) sized.push([id, node])
  }
  return (sized.find(([, node]) => node.class_type.startsWith('Empty')) ?? sized[0])?.[0]
}

function findLoras(graph: Graph): SlotTarget[] {
  const loras = graph.nodes.filter(
    ([id, { inputs }]) => typeof inputs['lora_name'] === 'string' && graph.linkOf(id, 'model') !== undefined,
  )
  const ids = new Set(loras.map(([id]) => id))
  const isModel = (_: WorkflowNode, input: string) => input === 'model'
  const depthOf = (id: string) => [...graph.upstream(id, isModel)].filter(([each]) => ids.has(each)).length
  return loras
    .map(([nodeId]) => ({ nodeId, depth: depthOf(nodeId) }))
    .sort((one, other) => one.depth - other.depth)
    .map(({ nodeId }) => ({ nodeId, input: 'lora_name' }))
}

function findControl(graph: Graph): { images: SlotTarget[]; strengths: SlotTarget[] } {
  const controls = graph.nodes.flatMap(([id, node]) => {
    const input = /^InstructPixToPixConditioning$/.test(node.class_type) ? 'pixels' : 'image'
    const isControl = 'control_net' in node.inputs || input === 'pixels'
    const link = isControl ? graph.linkOf(id, input) : undefined
    return link === undefined ? [] : [{ id, source: link[0] }]
  })
  return {
    images: unique(controls.map(({ source }) => loadedImage(graph, source))),
    strengths: unique(controls.map(({ id }) => graph.entryOf(id, 'strength', 'number'))),
  }
}

function loadedImage(graph: Graph, start: string): SlotTarget | undefined {
  for (const [nodeId, node] of graph.upstream(start)) {
    if (node.class_type.startsWith('LoadImage') && typeof node.inputs['image'] === 'string')
      return { nodeId, input: 'image' }
  }
  return undefined
}

const styleNodes: readonly [classes: RegExp, image: string, strength: string][] = [
  [/^StyleModelApply/, 'clip_vision_output', 'strength'],
  [/^unCLIPConditioning$/, 'clip_vision_output', 'strength'],
  [/^IPAdapter/, 'image', 'weight'],
]

function findStyle(graph: Graph, controlNodes: readonly string[]): Pick<WorkflowSlots, 'styleImage' | 'styleStrength'> {
  const images: (SlotTarget | undefined)[] = []
  const strengths: (SlotTarget | undefined)[] = []
  const add = (source: string | undefined, id: string, input: string) => {
    const image = source === undefined ? undefined : loadedImage(graph, source)
    if (image === undefined || controlNodes.includes(image.nodeId)) return
    images.push(image)
    strengths.push(graph.entryOf(id, input, 'number'))
  }
  for (const [id, node] of graph.nodes) {
    const style = styleNodes.find(([classes]) => classes.test(node.class_type))
    if (style !== undefined) add(graph.linkOf(id, style[1])?.[0], id, style[2])
    if (typeof node.inputs['denoise'] === 'number') {
      const latent = graph.linkOf(id, 'latent_image')?.[0]
      const isPicture = (_: WorkflowNode, input: string) => pictureInputs.test(input)
      const ways = latent === undefined ? [] : [...graph.upstream(latent, isPicture)]
      // The input of a second sampler is not an external image.
      if (!ways.some(([, { inputs }]) => 'denoise' in inputs)) add(latent, id, 'denoise')
    }
  }
  return { styleImage: unique(images), styleStrength: unique(strengths) }
}
