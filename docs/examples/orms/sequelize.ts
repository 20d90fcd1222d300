/** Sequelize on PostgreSQL. `fromSequelize(transaction)` is what `joining` takes. */
import { createInvoicing, isRefusal } from "faktura";
import { fromSequelize, migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  Sequelize,
} from "sequelize";
import { PROFILE, type Shop } from "./shop.ts";

interface Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  id: CreationOptional<number>;
  client: string;
  total: CreationOptional<number | null>;
  invoice: CreationOptional<string | null>;
  refusal: CreationOptional<string | null>;
}

export async function openShop(url: string): Promise<Shop> {
  const sequelize = new Sequelize(url, { pool: { max: 10 }, logging: false });
  const Orders = sequelize.define<Order>(
    "order",
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      client: { type: DataTypes.TEXT, allowNull: false },
      total: DataTypes.DECIMAL,
      invoice: DataTypes.TEXT,
      refusal: DataTypes.TEXT,
    },
    { tableName: "orders", timestamps: false },
  );
  await Orders.sync();
  await sequelize.query("ALTER TABLE orders ADD CHECK (total <= 10000)");

  const pool = new Pool({ connectionString: url }); // for calls outside your transactions
  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      sequelize.transaction(async (transaction) => {
        const row = await Orders.create({ client: order.clientName }, { transaction });
        try {
          const books = invoicing.joining(fromSequelize(transaction)).company("firma");
          const { invoiceNumber, total } = await books.issue(order);
          await row.update({ invoice: invoiceNumber, total }, { transaction });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await row.update({ refusal: error.code }, { transaction });
        }
      }),
    orders: () => Orders.findAll({ attributes: ["client", "invoice", "refusal"], order: ["id"], raw: true }),
    close: async () => {
      await invoicing.close();
      await pool.end();
      await sequelize.close();
    },
  };
}
