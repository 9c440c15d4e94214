/** SQL: link `k` and state `e`, for {@link waitReason}. */
export const linkJoins = `
  left join erp_links k on k.tenant_id = $1
  left join erp_states e on e.tenant_id = $1`

/** SQL: a WaitReason; null if the order can be sent. */
export const waitReason = `
  case when k.tenant_id is null then 'link' when k.is_paused then 'resume' when e.failing_since is not null then 'answer' end`
