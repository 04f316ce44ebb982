import { createRoute } from '@tanstack/react-router'
import { SweepListPage, sweepListSearch, SweepPage, sweepSearch } from '#areas/tasks'
import { inShell } from './frame-routes.ts'

export const sweepRoutes = {
  sweeps: createRoute({
    getParentRoute: inShell,
    path: '/compute/sweeps',
    validateSearch: sweepListSearch,
    component: SweepListPage,
  }),
  sweep: createRoute({
    getParentRoute: inShell,
    path: '/compute/sweeps/$id',
    validateSearch: sweepSearch,
    component: SweepPage,
  }),
}
