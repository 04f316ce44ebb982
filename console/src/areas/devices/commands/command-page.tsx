import { type DeviceCommand, deviceCommandEndpoints, type OutcomeStatus } from '@vermilion/contract/devices/commands'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Time } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import { commandText } from './text.ts'

const firstLine = ({ command }: DeviceCommand) => command.split('\n')[0] ?? ''

export function CommandPage() {
  const t = useText(commandText)
  const { id: commandId } = useParams({ from: '/shell/board/list/command/$id' })
  const command = useQuery(read(deviceCommandEndpoints.getDeviceCommand, { params: { commandId } }))
  return (
    <ThingGate source={command} nameOf={firstLine} back={<Link to="/board/list/commands">{t('commands')}</Link>}>
      {(loadedCommand) => <CommandDetail command={loadedCommand} />}
    </ThingGate>
  )
}

function CommandDetail({ command }: { command: DeviceCommand }) {
  const t = useText(commandText)
  const navigate = useNavigate()
  const { id, status, timeoutSeconds, concurrency, creator, createdAt } = command
  const count = countUnsuccessful(command)
  const askToStop = () =>
    confirm({
      title: t('stopTitle'),
      body: t('stopBody'),
      action: t('stop'),
      danger: true,
      failure: t('stopFailed'),
      run: () => call(deviceCommandEndpoints.stopDeviceCommand, { params: { commandId: id } }),
      stale: ['/device-commands'],
    })
  const askToRetry = () =>
    confirm({
      title: t('retryTitle'),
      body: (command.outcomes.unknown ?? 0) > 0 ? t('retryBody') : '',
      action: t('runAction'),
      failure: t('runFailed'),
      run: async () => {
        const { id: nextId } = await retryCommand(command)
        void navigate({ to: '/board/list/command/$id', params: { id: nextId } })
      },
    })
  return (
    <Page>
      <PageHeading title={firstLine(command)}>
        {status === 'running' && (
          <Button danger onClick={askToStop}>
            {t('stop')}
          </Button>
        )}
        {status === 'ended' && count > 0 && <Button onClick={askToRetry}>{t('retry', { count })}</Button>}
      </PageHeading>
      <div className="wrapping-row gap-8-14 margin-bottom-14">
        <Status tone={status === 'ended' ? 'neutral' : 'active'}>{t(status)}</Status>
        <span className="text-tertiary">
          {creator} · <Time time={createdAt} /> · {t('about', { seconds: timeoutSeconds, concurrency })}
        </span>
        <CopyButton content={command.command} label={t('command')} />
      </div>
      <pre
        className="margin-0-0-14 padding-10-12 border radius-8 ground-quaternary font-13 white-space-pre-wrap break-anywhere scroll"
        style={{ maxHeight: 160 }}
      >
        {command.command}
      </pre>
      <OutcomeTable command={command} />
    </Page>
  )
}

const unsuccessful: readonly OutcomeStatus[] = ['failed', 'timed-out', 'offline', 'stopped', 'unknown']

const largestPage = 500

const countUnsuccessful = ({ outcomes }: DeviceCommand): number =>
  unsuccessful.reduce((sum, status) => sum + (outcomes[status] ?? 0), 0)

async function retryCommand({ id, command, timeoutSeconds, concurrency }: DeviceCommand): Promise<DeviceCommand> {
  const deviceIds: string[] = []
  for (let cursor: string | undefined; ;) {
    const query = { cursor, limit: largestPage }
    const page = await call(deviceCommandEndpoints.listCommandOutcomes, { params: { commandId: id }, query })
    for (const { status, deviceId } of page.items) if (unsuccessful.includes(status)) deviceIds.push(deviceId)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  const body = { devices: { deviceIds }, command, timeoutSeconds, concurrency }
  return call(deviceCommandEndpoints.runDeviceCommand, { body })
}
