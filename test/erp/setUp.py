"""Furnishes the Tryton of the tests.

    TRYTOND_CONFIG=… setUp.py DATABASE company < {"password"}
    TRYTOND_CONFIG=… setUp.py DATABASE records < {"products", "parties"}

"company" makes a company in euros with a chart of accounts, taxes of 20 % and 10 %, rates, one web shop per
currency, a price list, and the user that the product signs in as. "records" makes products with stock, and parties.
"""
import datetime
import json
import sys
from decimal import Decimal

from proteus import Model, config
from trytond.modules.account.tests.tools import create_chart, create_fiscalyear, create_tax, get_accounts
from trytond.modules.account_invoice.tests.tools import create_payment_term, set_fiscalyear_invoice_sequences
from trytond.modules.company.tests.tools import create_company, get_company
from trytond.modules.currency.tests.tools import get_currency
from trytond.pool import Pool
from trytond.transaction import Transaction

RATES = {'EUR': '1', 'USD': '1.1', 'TRY': '48'}


def one(model, **wanted):
    record, = Model.get(model).find([(name, '=', value) for name, value in wanted.items()])
    return record


def make_currencies():
    Rate = Model.get('currency.currency.rate')
    for code, rate in RATES.items():
        currency = get_currency(code)
        for old in list(currency.rates):
            old.delete()
        Rate(date=datetime.date(2020, 1, 1), rate=Decimal(rate), currency=currency).save()
    return {code: get_currency(code) for code in RATES}


def make_categories(company):
    """An accounting category of products per tax."""
    Category = Model.get('product.category')
    accounts = get_accounts(company)
    for percent in (20, 10):
        tax = create_tax(Decimal(percent) / 100)
        tax.save()
        category = Category(name='KDV %d' % percent, accounting=True)
        category.account_expense = accounts['expense']
        category.account_revenue = accounts['revenue']
        category.customer_taxes.append(tax)
        category.save()


def make_users(company, password):
    User, Group = Model.get('res.user'), Model.get('res.group')
    for login, groups in (('integration', ['Sales', 'Party Administration']), ('visitor', [])):
        user = User(name=login, login=login, password=password)
        user.companies.append(company.__class__(company.id))
        user.company = company
        for group in Group.find([('name', 'in', groups)]):
            user.groups.append(group)
        user.save()


def make_company(password):
    currencies = make_currencies()
    create_company(currency=currencies['EUR'])
    company = get_company()
    set_fiscalyear_invoice_sequences(create_fiscalyear(company)).click('create_period')
    create_chart(company)
    make_categories(company)
    term = create_payment_term()
    term.save()
    configuration = Model.get('account.configuration')(1)
    configuration.default_customer_payment_term = term
    configuration.save()
    price_list = Model.get('product.price_list')(name='Toptan')
    price_list.lines.new().formula = 'unit_price * 0.9'
    price_list.save()
    guest = Model.get('party.party')(name='Guest')
    guest.save()
    for code, currency in currencies.items():
        shop = Model.get('web.shop')(name='Wholesale %s' % code, company=company, currency=currency)
        shop.guest_party = guest
        shop.warehouses.append(one('stock.location', type='warehouse'))
        shop.save()
    make_users(company, password)


def template_of(product, unit, categories):
    return {
        'name': product['name'],
        'type': 'goods',
        'default_uom': unit.id,
        'salable': product.get('isSalable', True),
        'sale_uom': unit.id,
        'list_price': Decimal(product['listPrice']),
        'account_category': categories[product.get('taxPercent', 20)].id,
        'products': [('create', [{'suffix_code': product['code']}])],
        }


def make_products(products):
    pool = Pool()
    Template, Product, Category = map(pool.get, ['product.template', 'product.product', 'product.category'])
    Inventory, Location, Unit = map(pool.get, ['stock.inventory', 'stock.location', 'product.uom'])
    unit, = Unit.search([('name', '=', 'Unit')])
    categories = {percent: Category.search([('name', '=', 'KDV %d' % percent)])[0] for percent in (20, 10)}
    Template.create([template_of(product, unit, categories) for product in products])
    made = {product.code: product for product in Product.search([])}
    storage, = Location.search([('code', '=', 'STO')])
    stocked = [product for product in products if product.get('stock')]
    inventory, = Inventory.create([{
                'location': storage.id,
                'lines': [('create', [{
                                'product': made[product['code']].id,
                                'quantity': float(product['stock']),
                                'expected_quantity': 0.0,
                                } for product in stocked])],
                }])
    Inventory.confirm([inventory])
    archived = [made[product['code']] for product in products if not product.get('isActive', True)]
    Product.write(archived, {'active': False})


def make_parties(parties):
    Party = Pool().get('party.party')
    for party in parties:
        Party.create([{
                    'name': party['name'],
                    'code': party['code'],
                    'active': party.get('isActive', True),
                    'addresses': [('create', [
                                {'street': address['street'], 'city': address['city'], 'name': address.get('name')}
                                for address in party['addresses']])],
                    'contact_mechanisms': [('create', [
                                {'type': 'email', 'value': party['email']}] if party.get('email') else [])],
                    }])


def make_records(database, wanted):
    with Transaction().start(database, 1) as transaction:
        context = Pool().get('res.user').get_preferences(context_only=True)
        company, = Pool().get('company.company').search([])
        with transaction.set_context(context, company=company.id):
            if wanted.get('products'):
                make_products(wanted['products'])
            make_parties(wanted.get('parties', []))


if __name__ == '__main__':
    database, task = sys.argv[1:]
    wanted = json.load(sys.stdin)
    config.set_trytond(database=database, user='admin')
    if task == 'company':
        make_company(wanted['password'])
    else:
        make_records(database, wanted)
