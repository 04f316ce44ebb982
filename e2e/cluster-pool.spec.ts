import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { poolEndpoints } from '../contract/src/tasks/pools.ts'
import { startSlurm } from '../server/src/areas/executors/testing/slurm-cluster.ts'
import { createClient } from './support/server/client.ts'
import { choose } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test(
  'R3.02 R4.01 a pool of Slurm is added and tested, and a task says why it waits there',
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

      const pool = (await call(poolEndpoints.listPools, {})).find(({ name }) => name === 'lab')
      const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'floor', path: 'floor' } })
      const [{ type } = { type: '' }] = pool?.accelerators ?? []
      const order = (name: string) =>
        call(taskEndpoints.createTask, {
          body: {
            name,
            pool: pool?.id ?? '',
            image: 'vermilion/starter-detector',
            dataSources: [{ kind: 'space', id: spaceId }],
            command: ['/bin/sh', '-c', 'echo up; sleep 600'],
            resources: { cpu: 1, memoryBytes: null, accelerator: { type, count: 2 } },
          },
        })
      for (const name of ['one', 'two']) {
        const { id: taskId } = await order(name)
        await expect
          .poll(async () => (await call(taskEndpoints.getTask, { params: { taskId } })).status, { timeout: 60_000 })
          .toBe('running')
      }
      const third = await order('three')
      await page.goto(`/compute/taskdetail/${third.id}`)
      await expect(page.getByText(/^Waiting in the queue of the cluster: Resources/).first()).toBeVisible()
      slurm.run('sbatch', '--output=/dev/null', '--gres=gpu:tesla:2', '--nice=5000', '--wrap', 'sleep 600')
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
        await expect(page).toHaveURL(new RegExp(`/compute/taskdetail/${third.id}`))
      })
      for (const { id } of (await call(taskEndpoints.listTasks, { query: {} })).items)
        await call(taskEndpoints.stopTask, { params: { taskId: id } })
    } finally {
      await slurm.close()
    }
  },
)
