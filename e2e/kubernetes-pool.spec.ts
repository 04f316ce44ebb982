import { networkInterfaces } from 'node:os'
import { imageEndpoints } from '../contract/src/tasks/training-images.ts'
import { poolEndpoints } from '../contract/src/tasks/pools.ts'
import {
  importNodeImage,
  importTrainerImage,
  openTestCluster,
} from '../server/src/areas/executors/testing/kubernetes-cluster.ts'
import { addRanks, passTrial, startThere, stopThere, trainThere, useTerminal } from './support/content/cluster-tasks.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test as base } from './support/story.ts'

const test = base.extend({
  server: async ({ host }, use) => {
    const server = await host.start({ VERMILION_HOST: '0.0.0.0' })
    await use(server)
    await server.stop()
  },
})
const unreachable = 'node.kubernetes.io/unreachable'
const toleration = `{key: ${unreachable}, operator: Exists, effect: NoExecute, tolerationSeconds: 0}`
const options = '--task detection --data {mountPath} --output {outputPath} {parameters}'
interface Pods {
  items: { spec: { nodeName: string } }[]
}

const epochs = { kind: 'integer', label: { en: 'Epochs', zh: '轮数' }, default: 3, minimum: 1, maximum: 9 } as const
const inputSize = { ...epochs, label: { en: 'Input size', zh: '输入尺寸' }, default: 64, maximum: 640 }

test(
  'R3.02 R4.01 R5.01 tasks run on a Kubernetes cluster: tested, trained to a model, over two instances, stopped, lost with a node',
  { tag: '@second' },
  async ({ page, server }) => {
    const cluster = await openTestCluster()
    test.skip(typeof cluster === 'string', String(cluster))
    if (typeof cluster === 'string') return
    const [fetchImage, address] = [await importNodeImage(), await importTrainerImage()]
    const namespace = `vermilion-story-${process.pid}`
    const { client } = cluster
    await client.call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
    const form = page.getByRole('dialog')
    const call = createClient(server)
    try {
      const dataset = await labeledSample(call, 12)
      await call(imageEndpoints.createTrainingImage, {
        body: {
          name: 'team/trainer',
          address,
          framework: 'onnxruntime',
          labelTypes: ['target-detection'],
          dataFormat: 'coco',
          command: ['/bin/node', '/app/trainer/src/train.ts', ...options.split(' ')],
          parameters: { epochs, inputSize },
        },
      })
      await enter(page, server)

      await test.step('a pool says what is wrong with it, and is added once a trial job has passed', async () => {
        await page.goto('/compute/pools')
        await page.getByRole('button', { name: 'Add a resource pool' }).click()
        await form.getByLabel('Pool name').fill('cluster')
        await choose(page, 'Executor', 'Kubernetes')
        await form.getByLabel('Kubeconfig').fill('{')
        await form.getByLabel('Namespace').fill(namespace)
        const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
        const own = outside.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? ''
        await form.getByLabel(/Address of this server/).fill(`http://${own}:${new URL(server.address).port}`)
        await form.getByLabel(/Image .*fetch/).fill(fetchImage)
        await form.getByText('More of the cluster').click()
        await form.getByLabel('Pod template').fill(`spec: {tolerations: [${toleration}]}`)
        await form.getByRole('button', { name: 'Test', exact: true }).click()
        await expect(form.getByText(/the kubeconfig cannot be used/)).toBeVisible()
        await form.getByLabel('Kubeconfig').fill(cluster.kubeconfig)
        await form.getByRole('button', { name: 'Test', exact: true }).click()
        await expect(form.getByText(/^Found: \d+ CPU cores/)).toBeVisible()
        await passTrial(page)
        await form.getByRole('button', { name: 'Add a resource pool' }).click()
        await expect(page.getByRole('row').filter({ hasText: 'cluster' })).toContainText(/Ready.*Kubernetes/)
      })

      await test.step('a sample dataset is trained there to a model', () =>
        trainThere(page, dataset, { name: 'far-away', image: 'team/trainer', pool: 'cluster' }))

      const pools = await call(poolEndpoints.listPools, {})
      const pool = pools.find(({ name }) => name === 'cluster')?.id ?? ''
      const order = (name: string, script: string) => ({
        name,
        pool,
        image: 'team/trainer',
        dataSources: [{ kind: 'dataset' as const, id: dataset.id }],
        command: ['/bin/sh', '-c', script] as [string, ...string[]],
      })

      await test.step('two instances find one another, and their ranks add up', async () => {
        await startThere(page, call, { ...order('ranks', addRanks), instances: [{ role: 'worker', count: 2 }] })
        await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
        await page.getByRole('tab', { name: 'Log' }).click()
        await expect(page.getByText('ranks of 2 add up to 1')).toBeVisible()
      })

      await test.step('a task that no node has room for says why, until it is stopped', async () => {
        const resources = { cpu: Math.max(...pools.map(({ cpu }) => cpu)) - 0.5, memoryBytes: null }
        await startThere(page, call, { ...order('large', 'true'), resources })
        await expect(
          page.getByText(/^Waiting in the queue of the cluster: 0\/\d+ nodes .*Insufficient cpu/).first(),
        ).toBeVisible()
        await stopThere(page)
      })

      await test.step('a terminal is opened in a task that runs, which is stopped', async () => {
        await startThere(page, call, order('open', 'sleep 600'))
        await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
        await useTerminal(page)
        await stopThere(page)
      })

      await test.step('a task whose node is lost fails with that reason', async () => {
        await startThere(page, call, order('lost', 'sleep 600'))
        await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
        const query = { fieldSelector: 'status.phase=Running' }
        const pods = await client.call<Pods>('GET', `/api/v1/namespaces/${namespace}/pods`, { query })
        const node = `/api/v1/nodes/${pods.items[0]?.spec.nodeName}`
        const taints = [{ key: unreachable, effect: 'NoExecute' }]
        // The cluster takes the taint away again, since the node is well: only pods that tolerate it for no time are gone.
        await client.call('PATCH', node, { body: { spec: { taints } } })
        await expect(page.getByText(/^The node that ran it was lost/).first()).toBeVisible()
        await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible()
      })
    } finally {
      await client.call('DELETE', `/api/v1/namespaces/${namespace}`)
    }
  },
)
