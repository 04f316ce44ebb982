import { generationEndpoints } from '@vermilion/contract/generations'
import type { KeptWorkflow, Workflow, WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { ApiError } from '#lib/api.ts'
import { queryClient, read } from '#lib/query.ts'
import { type TypedGeneration, type UsedVersion, versionOf } from './form-values.ts'

const request = (version: string) => read(generationEndpoints.getKeptWorkflow, { params: { version } })

export function useStoredWorkflow(version: string | null): UseQueryResult<KeptWorkflow, ApiError> {
  const requested = { ...request(version ?? ''), staleTime: Infinity }
  return useQuery(version === null ? { ...requested, queryFn: skipToken } : requested)
}

export async function isStoredVersion(version: string): Promise<boolean> {
  try {
    await queryClient.fetchQuery(request(version))
    return true
  } catch (problem) {
    return !(problem instanceof ApiError && problem.error === 'generation.workflow-missing')
  }
}

interface Current {
  readonly workflows: readonly Workflow[]
  readonly first: Workflow
}

export function useCapabilities(current: Current): WorkflowCapabilities {
  const workflow = Form.useWatch<string | undefined>('workflow')
  const usedVersion = Form.useWatch<UsedVersion | null | undefined>('usedVersion') ?? null
  const stored = useStoredWorkflow(versionOf({ ...(workflow === undefined ? {} : { workflow }), usedVersion }))
  return stored.data?.capabilities ?? currentOf(current, workflow)
}

export async function readCapabilities(typed: TypedGeneration, current: Current): Promise<WorkflowCapabilities> {
  const version = versionOf(typed)
  return version === null
    ? currentOf(current, typed.workflow)
    : (await queryClient.fetchQuery(request(version))).capabilities
}

const currentOf = ({ workflows, first }: Current, id: string | undefined) =>
  (workflows.find((each) => each.id === id) ?? first).capabilities
