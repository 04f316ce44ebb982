import {
  type PythonEnvironment,
  pythonEnvironmentEndpoints,
} from '@vermilion/contract/tasks/environments/python-environments'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import pageStyles from '../monitoring.module.css'
import { storageText } from './text.ts'

/** Nothing while there are none. */
export function EnvironmentsPanel() {
  const t = useText(storageText)
  const { data, error, refetch } = useQuery(read(pythonEnvironmentEndpoints.listPythonEnvironments, {}))
  if (error !== null) return <PartialStrip problem={error} onRetry={() => void refetch()} />
  const environments = data?.environments ?? []
  if (environments.length === 0) return null
  return (
    <div className={`${pageStyles['panel']} margin-top-14`}>
      <Panel title={t('environment')}>
        <FigureTable
          isCardsOnPhone
          columns={[t('thing'), t('python'), t('packages'), t('size'), t('lastUsed'), t('actions')]}
          rows={environments.map((environment) => ({
            key: environment.id,
            cells: [
              environment.images.join(', '),
              `${environment.python} · ${t(environment.wheels)}`,
              environment.packages,
              formatSize(environment.bytes),
              environment.isUsed ? t('inUse') : <Ago time={environment.usedAt} />,
              <RemoveButton key="remove" environment={environment} />,
            ],
          }))}
        />
      </Panel>
    </div>
  )
}

function RemoveButton({ environment: { id, images, bytes, isUsed } }: { environment: PythonEnvironment }) {
  const t = useText(storageText)
  const remove = () =>
    confirm({
      title: t('removeTitle', { images: images.join(', ') }),
      body: t('removeWords', { size: formatSize(bytes) }),
      action: t('remove'),
      danger: true,
      failure: t('removeFailed'),
      run: async () => {
        await call(pythonEnvironmentEndpoints.deletePythonEnvironment, { params: { environmentId: id } })
        await refresh('/python-environments', '/storage')
      },
    })
  return (
    <Button size="small" disabled={isUsed} onClick={remove}>
      {t('remove')}
    </Button>
  )
}
