/** SQL that joins the tenant's link `k` and its state `e`, where there are such, for {@link waitReason}. */
export const linkJoins = `
  left join erp_links k on k.tenant_id = $1
  left join erp_states e on e.tenant_id = $1`

/** SQL of why an order in the queue cannot be sent for now: a WaitReason, null where it can. */
export const waitReason = `
  case when k.tenant_id is null then 'link' when k.is_paused then 'resume' when e.failing_since is not null then 'answer' end`
