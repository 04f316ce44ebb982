import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading, Panel } from '#ui/page/page.tsx'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { usePoolColumns } from './pool-columns.tsx'
import styles from './pools.module.css'
import { text } from './text.ts'
import { PoolForm } from './pool-form.tsx'

export function PoolsPage() {
  const t = useText(text)
  usePageTrail({ text: t('title') })
  const { create = false, pool: edited } = useSearch({ from: '/shell/compute/pools' })
  const navigate = useNavigate({ from: '/compute/pools' })
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const show = (search: { create?: boolean; pool?: string }) => void navigate({ search, replace: true })
  const add = () => show({ create: true })
  const columns = usePoolColumns((pool) => show({ pool: pool.id }))
  usePageActions([{ key: 'main', text: t('create'), run: add, shortcut: 'c' }])
  const pool = pools.data?.find(({ id }) => id === edited)
  const hasEngine = pools.data?.some(({ capabilities, status }) => capabilities.images && status === 'ready')
  return (
    <Page>
      <div className={`${styles['page']} wide-fit-width wide-max-full-width`}>
        <PageHeading title={t('title')} count={pools.data?.length}>
          <HeadingLinks label={t('moreOfPools')} links={[{ key: 'tasks', text: t('tasks'), to: '/compute/tasks' }]} />
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={add}>
            {t('create')}
          </Button>
        </PageHeading>
        {pools.error !== null && pools.data !== undefined && (
          <PartialStrip problem={pools.error} onRetry={() => void pools.refetch()} />
        )}
        <DataTable
          label={t('title')}
          columns={columns}
          rows={pools.data}
          rowKey={({ id }) => id}
          problem={pools.error}
          onRetry={() => void pools.refetch()}
          onRow={({ id }) => show({ pool: id })}
          empty={<State title={t('empty')} text={t('emptyWords')} />}
        />
        {hasEngine === false && (
          <div className="margin-top-16">
            <EngineHelp />
          </div>
        )}
      </div>
      {create && <PoolForm pool={undefined} onClose={() => show({})} />}
      {pool !== undefined && <PoolForm key={pool.id} pool={pool} onClose={() => show({})} />}
    </Page>
  )
}

function EngineHelp() {
  const t = useText(text)
  return (
    <Panel title={t('howTitle')}>
      <p className="margin-bottom-14 text-secondary" style={{ maxWidth: 720 }}>
        {t('howWords')}
      </p>
      <Lines
        text={t('howDocker')}
        address="unix:///var/run/docker.sock"
        lines={['sudo usermod --append --groups docker "$USER"']}
      />
      <Lines
        text={t('howPodman')}
        lines={['systemctl --user enable --now podman.socket', 'echo "unix:///run/user/$(id -u)/podman/podman.sock"']}
      />
    </Panel>
  )
}
