import { type Service, serviceEndpoints } from '@vermilion/contract/services'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Status, Tag } from '#ui/feedback/status.tsx'
import { serviceText } from './service-text.ts'
import { settingsLine } from './service-words.ts'
import rows from '#ui/list/named-rows.module.css'
import { RunningTest, TestResult } from './test-result.tsx'
import { useServiceTest } from './use-service-test.ts'

export function ServiceRow({ service, onEdit }: { service: Service; onEdit: () => void }) {
  const t = useText(serviceText)
  const testing = useServiceTest()
  const { id, kind, variables, lastTest } = service
  const name = variables === null ? service.name : t(kind)
  const params = { serviceId: id }
  const test = () =>
    testing.run(async (signal) => {
      const result = await call(serviceEndpoints.testService, { params }, { signal })
      await refresh('/services')
      return result
    })
  const remove = () =>
    confirm({
      title: t('removeTitle', { name }),
      body: t('removeBody'),
      action: t('remove'),
      danger: true,
      run: async () => {
        await call(serviceEndpoints.deleteService, { params })
        await refresh('/services')
        notify.success(t('removed'))
      },
    })
  return (
    <li className="padding-12-0 border-top">
      <div className="flex wrap gap-8-12 align-flex-start justify-between">
        <div className={`${rows['names']} min-width-0`}>
          <h3 className="wrapping-row gap-4-8 font-14 weight-550 break-anywhere">
            {name}
            {variables !== null && <Tag>{t('fromEnvironment')}</Tag>}
            {!service.used && <Tag>{t('notUsed')}</Tag>}
          </h3>
          <p className="note break-anywhere">{settingsLine(service)}</p>
        </div>
        <div className="row gap-4">
          <Button onClick={test} disabled={testing.since !== null} aria-label={t('testNamed', { name })}>
            {t('test')}
          </Button>
          {variables === null && (
            <RowMenu
              label={t('actionsOf', { name })}
              actions={[
                { key: 'edit', text: t('edit'), run: onEdit },
                { key: 'remove', text: t('remove'), danger: true, run: remove },
              ]}
            />
          )}
        </div>
      </div>
      {variables !== null && <Variables variables={variables} />}
      {!service.used && <p className="faint margin-top-4">{t('notUsedWords')}</p>}
      <div className="margin-top-8" aria-live="polite">
        {testing.since !== null ? (
          <RunningTest testing={testing} />
        ) : testing.problem !== null ? (
          <p className="text-error">{testing.problem}</p>
        ) : lastTest === null ? (
          <Status tone="neutral">{t('neverTested')}</Status>
        ) : (
          <TestResult test={lastTest} when />
        )}
      </div>
    </li>
  )
}

function Variables({ variables }: { variables: Readonly<Record<string, string>> }) {
  const t = useText(serviceText)
  return (
    <>
      <p className="faint margin-top-4">{t('fromEnvironmentWords')}</p>
      <div className="flex wrap margin-top-8" style={{ gap: '4px 6px' }}>
        {Object.values(variables).map((variable) => (
          <code
            className="radius-6 ground-quaternary font-12 break-anywhere"
            style={{ padding: '1px 6px' }}
            key={variable}
          >
            {variable}
          </code>
        ))}
      </div>
    </>
  )
}
