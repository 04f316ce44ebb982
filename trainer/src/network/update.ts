import { gradients } from '../graph/gradient.ts'
import { elements, type Graph, type Tensor } from '../graph/graph.ts'
import { concatenate, reshape } from '../operators/shape.ts'
import { adamw } from '../optimizer/adamw.ts'
import { parameterCount, type Plan } from './plan.ts'
import { weightsOf } from './weights.ts'

interface UpdateNeeds {
  plan: Pick<Plan, 'parameters'>
  weightDecay: number
  gradientNorm: number
  loss: (weights: ReadonlyMap<string, Tensor>) => Tensor
}

/** Parameters and optimizer state are graph inputs, and after a step of AdamW outputs. */
export function updateStep(graph: Graph, { plan, weightDecay, gradientNorm, loss }: UpdateNeeds) {
  const count = [parameterCount(plan)]
  const vector = (name: string) => graph.input(name, count)
  const [flat, oldMoment1, oldMoment2] = [vector('parameters'), vector('moment1'), vector('moment2')]
  const scalar = (name: string) => graph.input(name, [])
  const [learningRate, correction1, correction2] = [
    scalar('learningRate'),
    scalar('correction1'),
    scalar('correction2'),
  ]
  const weights = weightsOf(graph, flat, plan)
  const parts = gradients(graph, loss(weights), [...weights.values()])
  const gradient = concatenate(
    graph,
    parts.map((part) => reshape(graph, part, [elements(part.shape)])),
    0,
  )
  const decays = Float32Array.from(
    plan.parameters.flatMap((p) => Array<number>(elements(p.shape)).fill(p.decays ? weightDecay : 0)),
  )
  const { parameters, moment1, moment2 } = adamw(graph, {
    parameters: flat,
    gradient,
    moment1: oldMoment1,
    moment2: oldMoment2,
    learningRate,
    correction1,
    correction2,
    decay: graph.constant(decays, count),
    gradientNorm,
  })
  return { nextParameters: parameters, nextMoment1: moment1, nextMoment2: moment2 }
}
