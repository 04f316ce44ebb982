import { poolEndpoints } from '../contract/src/tasks/pools.ts'
import { startSlurm } from '../server/src/areas/executors/testing/slurm-cluster.ts'
import { createClient } from './support/server/client.ts'
import { addRanks, passTrial, startThere, stopThere, trainThere, useTerminal } from './support/content/cluster-tasks.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test(
  'R3.02 R4.01 R5.01 tasks run on a Slurm cluster: tested, trained to a model, over two instances, stopped, lost with a node',
  { tag: '@second' },
  async ({ page, server }) => {
    const slurm = await startSlurm()
    test.skip(typeof slurm === 'string', String(slurm))
    if (typeof slurm === 'string') return
    try {
      const call = createClient(server)
      await enter(page, server)
      const form = page.getByRole('dialog')
      await page.goto('/compute/tasks')
      await page.getByRole('link', { name: 'Resource pools' }).click()
      await page.getByRole('button', { name: 'Add a resource pool' }).click()
      await form.getByLabel('Pool name').fill('lab')
      await choose(page, 'Executor', 'Slurm')
      await form.getByRole('button', { name: 'Add a resource pool' }).click()
      await expect(form.getByText('Please check this value')).toBeVisible()
      await form.getByLabel('Shared folder on this server').fill(slurm.shared)
      await form.getByText('More of the cluster').click()
      await form.getByLabel('slurm.conf').fill(slurm.configuration)
      await form.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(form.getByText(/^Found: 16 CPU cores.*4 × /)).toBeVisible()
      await passTrial(page)
      await form.getByRole('button', { name: 'Add a resource pool' }).click()
      const row = page.getByRole('row').filter({ hasText: 'lab' })
      await expect(row).toContainText(/Slurm.*0 \/ 100/)
      await page.getByRole('button', { name: 'Actions on lab' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await expect(form.getByLabel('slurm.conf')).toHaveValue(slurm.configuration)
      await form.getByLabel('Partition').fill('nowhere')
      await form.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(form.getByText(/nowhere/).last()).toBeVisible()
      await page.keyboard.press('Escape')

      const pools = await call(poolEndpoints.listPools, {})
      const { id: pool = '', accelerators = [] } = pools.find(({ name }) => name === 'lab') ?? {}
      const dataset = await labeledSample(call, 12)
      const image = 'vermilion/starter-detector'
      const dataSources = [{ kind: 'dataset' as const, id: dataset.id }]
      const order = (name: string, script: string) => ({
        name,
        pool,
        image,
        dataSources,
        command: ['/bin/sh', '-c', script] as [string, ...string[]],
      })

      await test.step('a sample dataset is trained there to a model', () =>
        trainThere(page, dataset, { name: 'far-away', image, pool: 'lab' }))

      await test.step('two instances find one another, and their ranks add up', async () => {
        await startThere(page, call, { ...order('ranks', addRanks), instances: [{ role: 'worker', count: 2 }] })
        await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
        await page.getByRole('tab', { name: 'Log' }).click()
        await expect(page.getByText('ranks of 2 add up to 1')).toBeVisible()
      })

      await test.step('a task that finds no room says why; those that run have a terminal, and are stopped', async () => {
        const resources = { cpu: 1, memoryBytes: null, accelerator: { type: accelerators[0]?.type ?? '', count: 2 } }
        const running: string[] = []
        for (const name of ['one', 'two'])
          running.push(await startThere(page, call, { ...order(name, 'echo up; sleep 600'), resources }))
        await page.goto(`/compute/taskdetail/${running[0]}`)
        await useTerminal(page)
        const third = await startThere(page, call, { ...order('three', 'true'), resources })
        await expect(page.getByText(/^Waiting in the queue of the cluster: Resources/).first()).toBeVisible()
        slurm.run(
          'sbatch',
          '--job-name=foreign',
          '--output=/dev/null',
          '--gres=gpu:tesla:2',
          '--nice=5000',
          '--wrap',
          'sleep 600',
        )
        await test.step('the page of resources shows its nodes, and who waits there for what', async () => {
          await page.goto('/resource?tab=allocation')
          const nodes = page.getByRole('table', { name: 'Cluster of lab' })
          await expect(nodes.getByRole('row')).toHaveCount(3)
          await expect(nodes.getByRole('row').nth(1)).toContainText(/n1.*mixed.*Ours 1 · others 0.*2Ours 2 · others 0/)
          await expect(nodes.getByRole('meter', { name: 'n2: tesla' })).toHaveAttribute('value', '100')
          const pending = page.getByRole('table', { name: 'Waiting in the queue of the cluster: lab' })
          await expect(pending.getByRole('row').nth(1)).toContainText(/three.*Resources/)
          await expect(pending.getByRole('row').nth(2)).toContainText(/1 of others.*Priority/)
          await slurm.stopController()
          const unreachable = page.getByRole('status').filter({ hasText: 'Slurm does not answer' })
          await expect(unreachable).toContainText(/Unreachable · Since \d{4}-/, { timeout: 60_000 })
          await expect(pending).toContainText('three')
          await slurm.startController()
          await expect(unreachable).toBeHidden({ timeout: 60_000 })
          await pending.getByRole('link', { name: 'three' }).press('Enter')
          await expect(page).toHaveURL(new RegExp(`/compute/taskdetail/${third}`))
        })
        await stopThere(page)
        for (const id of running) {
          await page.goto(`/compute/taskdetail/${id}`)
          await stopThere(page)
        }
        slurm.run('scancel', '--name=foreign')
      })

      await test.step('a task whose node is lost says that it starts again, until it is stopped', async () => {
        await startThere(page, call, order('lost', 'sleep 600'))
        await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
        const node = slurm.run('squeue', '--noheader', '--states=RUNNING', '--format=%N').trim()
        slurm.run('scontrol', 'update', `nodename=${node}`, 'state=down', 'reason=test')
        await expect(page.getByText(/put back into the queue and starts again/).first()).toBeVisible()
        await stopThere(page)
      })
    } finally {
      await slurm.close()
    }
  },
)

test(
  'R3.02 a pool of Slurm is reached by slurmrestd, and a wrong token is told',
  { tag: '@second' },
  async ({ page, server }) => {
    const slurm = await startSlurm({ rest: true })
    test.skip(typeof slurm === 'string', String(slurm))
    if (typeof slurm === 'string') return
    try {
      await enter(page, server)
      const form = page.getByRole('dialog')
      await page.goto('/compute/tasks')
      await page.getByRole('link', { name: 'Resource pools' }).click()
      await page.getByRole('button', { name: 'Add a resource pool' }).click()
      await form.getByLabel('Pool name').fill('far')
      await choose(page, 'Executor', 'Slurm')
      await choose(page, 'Connection', 'slurmrestd, over HTTP')
      await form.getByLabel('Shared folder on this server').fill(slurm.shared)
      await form.getByLabel('Address of slurmrestd').fill(slurm.rest?.address ?? '')
      await form.getByLabel('Account of the cluster').fill('root')
      await form.getByLabel('Token').fill('wrong')
      await form.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(form.getByText(/the token may have expired/)).toBeVisible()
      await form.getByLabel('Token').fill(slurm.rest?.token ?? '')
      await form.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(form.getByText(/^Found: 16 CPU cores.*4 × /)).toBeVisible()
      await form.getByRole('button', { name: 'Add a resource pool' }).click()
      const row = page.getByRole('row').filter({ hasText: 'far' })
      await expect(row).toContainText(/Slurm.*0 \/ 100/)
      await page.getByRole('button', { name: 'Actions on far' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await form.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(form.getByText(/^Found: 16 CPU cores/)).toBeVisible()
    } finally {
      await slurm.close()
    }
  },
)
