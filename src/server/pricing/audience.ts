/** SQL: of rule `r`, for whom it is. */
export const audienceOf = `case when r.account_id is not null then 'account' when r.price_group is not null then 'priceGroup' else 'everybody' end`
