import { ModelPage as AnyModelPage } from '#areas/models'
import { DeployModel, ModelDeployments } from '#areas/rollouts'

export function ModelPage() {
  return <AnyModelPage Deploy={DeployModel} Deployments={ModelDeployments} />
}
