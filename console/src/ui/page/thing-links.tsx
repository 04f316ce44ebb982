import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface ThingLinkProps {
  id: string
  children: ReactNode
  className?: string
}

export const DatasetLink = ({ id, ...rest }: ThingLinkProps) => (
  <Link to="/data-set/list/file/$id" params={{ id }} {...rest} />
)

export const DeviceLink = ({ id, ...rest }: ThingLinkProps) => (
  <Link to="/board/list/device/$id" params={{ id }} {...rest} />
)

export const ModelLink = ({ id, ...rest }: ThingLinkProps) => (
  <Link to="/model/list/model/$id" params={{ id }} {...rest} />
)

export const SpaceLink = ({ id, ...rest }: ThingLinkProps) => (
  <Link to="/space/list/file/$id" params={{ id }} {...rest} />
)

export const TaskLink = ({ id, ...rest }: ThingLinkProps) => (
  <Link to="/compute/taskdetail/$id" params={{ id }} {...rest} />
)
