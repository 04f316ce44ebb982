import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, PartialStrip } from '#ui/feedback/states.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { deploymentText } from './text.ts'

export function ModelDeployments({ modelId }: { modelId: string }) {
  const t = useText(deploymentText)
  const deployments = useQuery(read(rolloutEndpoints.modelDeployments, { params: { modelId } }))
  return (
    <Panel title={t('deployments')}>
      {deployments.error !== null && (
        <PartialStrip problem={deployments.error} onRetry={() => void deployments.refetch()} />
      )}
      {deployments.isPending && <Bone height={24} />}
      {deployments.data?.length === 0 && <p>{t('none')}</p>}
      <Facts
        facts={(deployments.data ?? []).map(({ deviceId, deviceName, version }) => [
          deviceName,
          <Link key={deviceId} to="/board/list/device/$id" params={{ id: deviceId }} search={{ tab: 'updates' }}>
            {version}
          </Link>,
        ])}
      />
    </Panel>
  )
}
